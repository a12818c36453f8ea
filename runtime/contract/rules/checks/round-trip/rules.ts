import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'round-trip',
  { grade: 'derived', weight: 'lost data' },
  {
    stored:
      'The server stores values at the limits of a schema and each value of a short enum exactly, or rejects them.',
    limits: {
      weight: 'status',
      asserts: 'The server accepts the limits of the schema (minimum, maxLength, maxItems, …).',
    },
  },
)
