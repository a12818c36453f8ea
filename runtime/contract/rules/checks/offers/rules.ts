import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'offers',
  { grade: 'documented', weight: 'status' },
  {
    accepted: 'The server accepts the documented body examples, body media types and query parameter limits.',
    'media-type': 'Each documented response media type is available.',
    representation: {
      ...{ grade: 'derived', weight: 'lost data' },
      asserts:
        'CSV and JSON Lines have one row for each item of the JSON list, and XML has the values of the JSON response, including special characters.',
    },
    filtered: {
      ...{ grade: 'derived', weight: 'lost data' },
      asserts:
        'If a filter is documented for a list both as JSON and as CSV or JSON Lines, it selects the same items in every format.',
    },
  },
)
