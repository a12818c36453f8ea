import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'patch',
  { grade: 'derived', weight: 'lost data' },
  {
    operations: 'A JSON Patch applies its operations in order.',
    whole: 'If one operation of a JSON Patch fails, the server changes nothing.',
    'media-type': 'A PATCH changes exactly the property that it names, in every documented JSON media type.',
  },
)
