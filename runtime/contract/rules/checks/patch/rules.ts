import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'patch',
  { grade: 'derived', weight: 'lost data' },
  {
    operations: 'A JSON Patch applies its operations in order.',
    whole: 'The server rejects a JSON Patch with an impossible operation, and changes nothing.',
    'media-type': 'A PATCH changes exactly the property that it names, in every documented JSON media type.',
  },
)
