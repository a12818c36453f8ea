import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'patch',
  { grade: 'derived', weight: 'lost data' },
  {
    operations: 'A JSON Patch applies its operations in order.',
    whole: 'A JSON Patch that cannot be applied completely is refused and changes nothing.',
    'media-type': 'Each JSON media type of a PATCH changes the named property and no other.',
  },
)
