import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'unknown-id',
  { grade: 'derived', weight: 'status' },
  {
    refusal: 'For each path parameter, an unknown value and a malformed one both get a documented 4xx.',
    'below-another-parent': {
      weight: 'lost data',
      asserts: 'An item of one parent can be neither read nor changed below another.',
    },
  },
)
