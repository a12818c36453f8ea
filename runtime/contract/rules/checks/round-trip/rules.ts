import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'round-trip',
  { grade: 'derived', weight: 'lost data' },
  {
    stored:
      'Values at the limits of a schema, and each choice of a few, come back as they were sent, in the answer and when read again, or are refused.',
    limits: {
      weight: 'status',
      asserts: 'The limits that the schema itself names (minimum, maxLength, maxItems, …) are accepted.',
    },
  },
)
