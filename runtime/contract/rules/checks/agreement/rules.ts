import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'agreement',
  { grade: 'derived', weight: 'lost data' },
  {
    views: "A write's response, a fresh read and the list show the same values.",
    copy: 'A copy has the values of its original, except those that the request can set.',
    identifiers: 'A read returns the item that its path identifies.',
    'content-location': {
      weight: 'header',
      asserts: "A successful response's `Content-Location` leads to the same values.",
    },
    link: {
      weight: 'header',
      asserts: 'Links in an item, and `Link` headers to the item or other pages, lead to existing resources.',
    },
  },
)
