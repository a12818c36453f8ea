import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'computed',
  { grade: 'derived', weight: 'lost data' },
  {
    'same-content': 'A computed property has the same value whether a create or a change sets its inputs.',
    relation:
      'A sum, product or end of a period that most items show holds for all items, even after changes.',
  },
)
