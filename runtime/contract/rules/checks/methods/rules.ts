import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'methods',
  { grade: 'derived', weight: 'header' },
  {
    'not-allowed': 'An undocumented method gets 405 if the server ever returns it.',
    allow: 'A 405 has `Allow` with the documented methods of the path.',
    'unknown-path': {
      weight: 'status',
      asserts: 'A made-up path below an item gets no JSON.',
    },
    'trailing-slash': {
      grade: 'documented',
      weight: 'status',
      asserts:
        'With `x-trailing-slash`, a read has the same status and media type with and without the slash.',
    },
  },
)
