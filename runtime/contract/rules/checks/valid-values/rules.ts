import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'valid-values',
  { grade: 'derived', weight: 'crash' },
  {
    edges:
      'Each value that a parameter or a member lists or shows, 0 and -1, both ends of a range, an empty text, list and object cause no server error where the schema allows them.',
    'long-texts': 'A text of 300 or 5,000 characters causes no server error where no length is documented.',
    references: 'A reference to nothing, in the form of those that there are, causes no server error.',
    stored: {
      weight: 'lost data',
      asserts:
        'Each boolean, each listed value and each end of a range that a write takes is shown as it was sent.',
    },
  },
)
