import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'offers',
  { grade: 'documented', weight: 'status' },
  {
    accepted:
      'The server accepts documented body examples and `Accept` media types, query parameters at their limits, and JSON with a charset.',
    'media-type': 'Each documented response media type is available.',
    representation: {
      ...{ grade: 'derived', weight: 'lost data' },
      asserts:
        'CSV and JSON Lines have one row per item of the JSON list. XML has the values of the JSON response.',
    },
    filtered: {
      ...{ grade: 'derived', weight: 'lost data' },
      asserts: 'A documented filter selects the same items in JSON, CSV and JSON Lines.',
    },
  },
)
