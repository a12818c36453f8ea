import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'patch',
  { grade: 'derived', weight: 'lost data' },
  {
    operations: 'A JSON Patch does what its operations say, in their order.',
    whole: 'A JSON Patch that cannot be done whole is refused, and changes nothing.',
    'media-type':
      'Each media type in JSON that a PATCH takes changes the member that is named, and no other.',
  },
)
