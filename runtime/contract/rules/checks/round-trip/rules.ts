import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'round-trip',
  { grade: 'derived', weight: 'lost data' },
  {
    stored:
      "The server stores exactly, or rejects, values at a schema's limits and each value of a short enum.",
    name: 'An item can be read by the name that its client chose, whatever characters it has.',
    limits: {
      weight: 'status',
      asserts: "The server accepts values at the schema's limits (minimum, maxLength, maxItems, …).",
    },
  },
)
