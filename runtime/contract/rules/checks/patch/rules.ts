import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'patch',
  { grade: 'derived', weight: 'lost data' },
  {
    operations: 'A JSON Patch applies its operations in order.',
    whole: 'If one operation of a JSON Patch fails, the server changes nothing.',
    'media-type': 'In each of its JSON media types, a PATCH changes only the given property.',
  },
)
