import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'computed',
  { grade: 'derived', weight: 'lost data' },
  {
    'same-content':
      'A computed property has the same value whether a create or a change sets or resets its inputs.',
    relation: 'If most items follow a formula (sum, product or end of a period), all do, even after changes.',
  },
)
