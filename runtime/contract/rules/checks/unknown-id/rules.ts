import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'unknown-id',
  { grade: 'derived', weight: 'status' },
  {
    refusal: 'An unknown or malformed path parameter gets a documented 4xx.',
    'below-another-parent': {
      weight: 'lost data',
      asserts: 'Lists, reads and writes below a parent agree on which items it has.',
    },
  },
)
