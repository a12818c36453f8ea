import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'computed',
  { grade: 'derived', weight: 'lost data' },
  {
    'same-content': 'A computed property is the same whether a create or a later change set the others.',
    relation:
      'A number that is the sum, product or end of others in several items is so in all, even after changes.',
  },
)
