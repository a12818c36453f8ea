import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'trash',
  { grade: 'derived', weight: 'lost data' },
  {
    restored: 'A restored item is listed again, and a read shows the values that it had before its removal.',
    beside: 'A restored item does not replace another item, even one with the same name.',
    left: 'The trash shows no item that was restored or removed from it.',
  },
)
