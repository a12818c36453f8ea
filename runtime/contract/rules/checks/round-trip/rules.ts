import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'round-trip',
  { grade: 'derived', weight: 'lost data' },
  {
    stored:
      "The server stores exactly, or rejects, values at a schema's limits and each value of a short enum.",
    limits: {
      weight: 'status',
      asserts: "The server accepts values at the schema's limits (minimum, maxLength, maxItems, …).",
    },
  },
)
