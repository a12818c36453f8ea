import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'listing',
  { grade: 'derived', weight: 'lost data' },
  {
    complete: 'A list shows all created items.',
    counted: "A number that equals the list's length at first still does at the end.",
    'larger-limit': 'A larger limit never shows fewer items.',
  },
)
