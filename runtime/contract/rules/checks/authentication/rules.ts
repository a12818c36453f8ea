import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'authentication',
  { grade: 'documented', weight: "others' data" },
  {
    credential: 'A request without a credential, with an unknown one, or with the wrong scheme gets 401.',
    'near-credential': 'A credential that differs slightly from a valid one gets 401.',
    'other-path': {
      grade: 'derived',
      asserts: 'A slash at the end of a path, or capital letters in it, let nobody in without a credential.',
    },
    revoked: {
      grade: 'derived',
      asserts: 'A credential that the API issued is rejected once the credential or its owner is removed.',
    },
    'reader-writes': 'A read-only credential gets 403 for writes.',
    'reader-reads': {
      weight: 'status',
      asserts: 'A read-only credential is allowed to read.',
    },
    challenge: {
      grade: 'derived',
      weight: 'header',
      asserts: 'A 401 has `WWW-Authenticate` if the document uses HTTP authentication.',
    },
  },
)
