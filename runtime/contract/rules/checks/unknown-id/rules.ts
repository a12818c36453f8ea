import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'unknown-id',
  { grade: 'derived', weight: 'status' },
  {
    refusal:
      'For each path parameter, a well-formed value that does not exist and a malformed one both get a documented 4xx.',
    'below-another-parent': {
      weight: 'lost data',
      asserts: 'An item below one parent is neither found nor changed below another.',
    },
  },
)
