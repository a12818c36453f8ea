import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'authentication',
  { grade: 'documented', weight: "others' data" },
  {
    credential:
      'Without a credential, with an unknown one, or with the right one under another scheme, a request gets 401.',
    'near-credential': 'A credential that differs slightly from a valid one gets 401.',
    'reader-writes': 'A credential that may only read gets 403 where it writes.',
    'reader-reads': {
      weight: 'status',
      asserts: 'A credential that may only read is not refused where it reads.',
    },
    challenge: {
      grade: 'derived',
      weight: 'header',
      asserts: 'A 401 has the header `WWW-Authenticate` if the document has HTTP authentication.',
    },
  },
)
