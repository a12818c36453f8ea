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
        'A documented `If-None-Match` or `If-Modified-Since` gets a 304 only if current. A PUT with `If-None-Match: *` replaces nothing.',
    },
  },
)
