import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'nesting',
  { grade: 'derived', weight: 'lost data' },
  {
    list: 'A list below a parent shows no item that was created below another parent.',
    removed:
      'Once a parent is removed, what was created below it is gone too, unless the document says that something stays.',
  },
)
