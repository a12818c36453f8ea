import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'valid-values',
  { grade: 'derived', weight: 'crash' },
  {
    edges:
      'Allowed values cause no server error: enum values, examples, 0, -1, range limits, and empty strings, lists and objects.',
    'long-texts':
      'If no maximum length is documented, strings of 300 and 5,000 characters cause no server error.',
    references: 'A well-formed reference to a missing item causes no server error.',
    stored: {
      weight: 'lost data',
      asserts: 'The response to a write shows each number, boolean and enum value as it was sent.',
    },
  },
)
