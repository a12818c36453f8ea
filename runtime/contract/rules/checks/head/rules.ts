import { ruleFamily } from '../../../data/outcome/assertion.ts'
import type { Cause } from '../../../data/outcome/cause.ts'

export const rules = ruleFamily(
  'head',
  { grade: 'derived', weight: 'header' },
  {
    'like-get': 'If the server supports HEAD, it returns the same status, media type and length as GET.',
    refused: {
      weight: 'status',
      asserts: 'If the server rejects GET, it also rejects HEAD.',
    },
  },
)

/** A server usually handles HEAD in one place, for all its reads. */
export const HEAD_DIFFERS: Cause = { kind: 'everywhere', what: 'HEAD does not answer as GET does' }
