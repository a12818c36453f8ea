import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'listing',
  { grade: 'derived', weight: 'lost data' },
  {
    complete: 'A list shows all created items.',
    counted: "A number that equals a list's length at first still equals it at the end.",
    'larger-limit': 'A larger limit never shows fewer items.',
  },
)
