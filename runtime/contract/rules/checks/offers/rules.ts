import { family } from '../../../data/outcome/assertion.ts'

export const rules = family(
  'offers',
  { grade: 'documented', weight: 'status' },
  {
    accepted:
      'The server accepts the body examples of the document, its media types, and the minimum and maximum of query parameters.',
    'media-type':
      'Each documented response media type is available through `Accept` or a parameter that names it.',
    representation: {
      ...{ grade: 'derived', weight: 'lost data' },
      asserts:
        'A CSV list has one row for each item of the JSON list, and XML has the values of the JSON response, whatever characters they contain.',
    },
  },
)
