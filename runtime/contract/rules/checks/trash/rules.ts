import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'trash',
  { grade: 'derived', weight: 'lost data' },
  {
    restored: 'A restored item is listed, and a read shows its earlier values.',
    beside: 'A restored item replaces no other item, even one with the same name.',
    left: 'The trash shows no item that was restored or removed from it.',
  },
)
