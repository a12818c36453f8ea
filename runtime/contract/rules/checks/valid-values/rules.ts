import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'valid-values',
  { grade: 'derived', weight: 'crash' },
  {
    edges:
      'Each enum value and example of a parameter or property, 0 and -1, both ends of a range, and an empty string, list and object cause no server error if the schema allows them.',
    'long-texts': 'A string of 300 or 5,000 characters causes no server error if no length is documented.',
    references: 'A well-formed reference to a missing item causes no server error.',
    stored: {
      weight: 'lost data',
      asserts: 'Each boolean, enum value and end of a range that a write accepts is read back as sent.',
    },
  },
)
