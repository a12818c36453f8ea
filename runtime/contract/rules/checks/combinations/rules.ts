import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'combinations',
  { grade: 'derived', weight: 'lost data' },
  {
    together: 'A change cannot store two values that a create rejects together.',
    range: 'A change cannot store a reversed range that a create rejects.',
  },
)
