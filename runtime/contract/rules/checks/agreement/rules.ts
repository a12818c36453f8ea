import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'agreement',
  { grade: 'derived', weight: 'lost data' },
  {
    views: 'The response to a write, a fresh read and the list show the same values.',
    identifiers: 'A read returns the item that its path names.',
    'content-location': {
      weight: 'header',
      asserts: 'The address in the `Content-Location` of a success shows what the answer shows.',
    },
    link: {
      weight: 'header',
      asserts: 'The addresses of the item and of other pages in a `Link` header can be read.',
    },
  },
)
