import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'listing',
  { grade: 'derived', weight: 'lost data' },
  {
    complete: 'A list shows all created items.',
    counted: "A number equal to a list's length stays equal.",
    alike: 'After all writes, lists and reads show the same values.',
    'larger-limit': 'A larger limit never shows fewer items.',
  },
)
