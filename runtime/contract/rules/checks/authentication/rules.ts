import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'authentication',
  { grade: 'documented', weight: "others' data" },
  {
    credential:
      'A request whose credential is missing, empty, unknown or of the wrong scheme is rejected, with 401 if documented.',
    'near-credential':
      'A credential that differs slightly from a valid one is rejected, with 401 if documented.',
    'other-path': {
      grade: 'derived',
      asserts: 'Another spelling of a path, or a proxy header, gives no access without a credential.',
    },
    'before-lookup': {
      ...{ grade: 'derived', weight: 'status' },
      asserts: 'With an unknown credential, reading a missing item causes no server error.',
    },
    issued: {
      ...{ grade: 'derived', weight: 'status' },
      asserts: 'An issued credential that one read accepts gets no 401 from another.',
    },
    revoked: {
      grade: 'derived',
      asserts: 'An issued credential is rejected once the credential or its owner is removed.',
    },
    'reader-writes': 'Writes with read-only credentials are rejected, with 403 if documented.',
    'reader-reads': {
      weight: 'status',
      asserts: 'A read-only credential can read.',
    },
    challenge: {
      grade: 'derived',
      weight: 'header',
      asserts: 'A 401 has `WWW-Authenticate` if the operation uses HTTP authentication.',
    },
  },
)
