import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'conformance',
  { grade: 'documented', weight: 'status' },
  {
    success: 'A valid request gets a documented success status.',
    'unneeded-credential': {
      grade: 'derived',
      asserts: 'A read that needs no credential also succeeds with one.',
    },
    'not-modified': {
      grade: 'derived',
      asserts:
        'Documented `If-None-Match` and `If-Modified-Since` get a 304 only for the current tag or time, and a PUT with `*` replaces nothing.',
    },
  },
)
