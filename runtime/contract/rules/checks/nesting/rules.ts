import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'nesting',
  { grade: 'derived', weight: 'lost data' },
  {
    list: 'A list below a parent shows no item that was created below another parent.',
    removed:
      'Removing a parent also removes or detaches the items below it, unless the document says otherwise.',
    others: 'Removing a parent leaves the items below other parents.',
  },
)
