import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'computed',
  { grade: 'derived', weight: 'lost data' },
  {
    'same-content':
      'A computed property has the same value whether a create or a later change sets its inputs.',
    relation:
      'If a property of several items is the sum or product of other properties, or the end of a period, the relation holds for all items, even after changes.',
  },
)
