import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'conformance',
  { grade: 'documented', weight: 'status' },
  {
    success: 'A valid request gets a success that the document has.',
    'not-modified': {
      grade: 'derived',
      asserts:
        'Where `If-None-Match` is documented, a read with the entity tag that was answered gets 304, and with another it does not.',
    },
  },
)
