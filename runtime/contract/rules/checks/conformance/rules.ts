import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'conformance',
  { grade: 'documented', weight: 'status' },
  {
    success: 'A valid request gets a documented success status.',
    'not-modified': {
      grade: 'derived',
      asserts:
        'If `If-None-Match` is documented, a read with the current entity tag gets 304; one with another tag does not.',
    },
  },
)
