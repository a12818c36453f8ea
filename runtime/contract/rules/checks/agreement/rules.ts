import { ruleFamily } from '../../../data/outcome/assertion.ts'

export const rules = ruleFamily(
  'agreement',
  { grade: 'derived', weight: 'lost data' },
  {
    views: 'The response to a write, a fresh read and the list show the same values.',
    identifiers: 'A read returns the item that its path identifies.',
    'content-location': {
      weight: 'header',
      asserts: 'The `Content-Location` of a success leads to the same values.',
    },
    link: {
      weight: 'header',
      asserts: "URLs in `Link` to the item or other pages, and an item's links, can be read.",
    },
  },
)
