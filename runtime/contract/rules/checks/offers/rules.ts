import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'offers',
  { grade: 'documented', weight: 'status' },
  {
    accepted:
      "The document's own body examples, its media types, and the minimum and the maximum of query parameters are accepted.",
    'media-type':
      'Each documented media type of an answer is available through `Accept`, or a parameter that names it.',
    representation: {
      ...{ grade: 'derived', weight: 'lost data' },
      asserts:
        'A list in CSV has a row for each item of the same list in JSON, and XML has the values of the same answer in JSON, whatever characters these hold.',
    },
  },
)
