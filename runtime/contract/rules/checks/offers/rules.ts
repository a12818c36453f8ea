import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'offers',
  { grade: 'documented', weight: 'status' },
  {
    accepted:
      'The server accepts documented examples and media types of bodies, and limits of query parameters.',
    'media-type': 'Each documented response media type is available.',
    representation: {
      ...{ grade: 'derived', weight: 'lost data' },
      asserts:
        'CSV has one row for each item of the JSON list, and XML the values of the JSON response, in any characters.',
    },
  },
)
