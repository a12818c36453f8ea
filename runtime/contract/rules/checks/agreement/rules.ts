import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'agreement',
  { grade: 'derived', weight: 'lost data' },
  {
    views: 'The response to a write, a fresh read and the list show the same values.',
    identifiers: 'A read returns the item that its path identifies.',
    'content-location': {
      weight: 'header',
      asserts:
        'The URL in the `Content-Location` of a success returns the same values as the response itself.',
    },
    link: {
      weight: 'header',
      asserts: 'In a `Link` header, each URL of the item or of another page can be read.',
    },
  },
)
