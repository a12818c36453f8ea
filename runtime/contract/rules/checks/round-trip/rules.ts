import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'round-trip',
  { grade: 'derived', weight: 'lost data' },
  {
    stored:
      'Values at the limits of a schema, and each value of a short enum, come back as sent, in the response and in a read, or are refused.',
    limits: {
      weight: 'status',
      asserts: 'The limits stated in the schema (minimum, maxLength, maxItems, …) are accepted.',
    },
  },
)
