import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'round-trip',
  { grade: 'derived', weight: 'lost data' },
  {
    stored:
      'Values at the limits of a schema, and each value of a short enum, are stored exactly or rejected.',
    limits: {
      weight: 'status',
      asserts: 'The server accepts the limits of the schema (minimum, maxLength, maxItems, …).',
    },
  },
)
