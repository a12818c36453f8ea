import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'agreement',
  { grade: 'derived', weight: 'lost data' },
  {
    views: "A write's response, a fresh read and the list show the same values.",
    identifiers: 'A read returns the item that its path identifies.',
    'content-location': {
      weight: 'header',
      asserts: "A successful response's `Content-Location` leads to the same values.",
    },
    link: {
      weight: 'header',
      asserts: "An item's links lead to existing resources, as do `Link` URLs to it or other pages.",
    },
  },
)
