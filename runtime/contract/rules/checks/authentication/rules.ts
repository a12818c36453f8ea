import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'authentication',
  { grade: 'documented', weight: "others' data" },
  {
    credential:
      'The server rejects a missing, empty, unknown or wrong-scheme credential, with 401 if documented.',
    'near-credential': 'The server rejects a slightly different credential, with 401 if documented.',
    'other-path': {
      grade: 'derived',
      asserts: 'Another spelling of a path, or a proxy header, gives no access without a credential.',
    },
    'before-lookup': {
      ...{ grade: 'derived', weight: 'status' },
      asserts: 'An unknown credential with a missing item causes no server error.',
    },
    issued: {
      ...{ grade: 'derived', weight: 'status' },
      asserts: 'If one read accepts an issued credential, no other returns 401.',
    },
    listed: {
      grade: 'derived',
      asserts: 'With an issued credential, no list shows an item that a read hides.',
    },
    revoked: {
      grade: 'derived',
      asserts:
        'The server rejects an issued credential once it or its owner is removed, with 401 if documented.',
    },
    'reader-writes': "The server rejects a read-only credential's writes, with 403 if documented.",
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
