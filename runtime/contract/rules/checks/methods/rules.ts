import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'methods',
  { grade: 'derived', weight: 'header' },
  {
    'not-allowed': 'An undocumented method gets 405.',
    allow: 'A 405 has the header `Allow` with the documented methods of the path, without the refused one.',
    'trailing-slash': {
      grade: 'documented',
      weight: 'status',
      asserts:
        'If the document makes the trailing slash optional (`x-trailing-slash`), a read returns the same with and without it.',
    },
  },
)
