import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'methods',
  { grade: 'derived', weight: 'header' },
  {
    'not-allowed': 'A method that the document does not have for a path gets 405.',
    allow: 'A 405 has the header `Allow` with the documented methods of the path, and not the refused one.',
    'trailing-slash': {
      grade: 'documented',
      weight: 'status',
      asserts:
        'If the document makes the trailing slash of paths optional (`x-trailing-slash`), a read is answered alike with it and without it.',
    },
  },
)
