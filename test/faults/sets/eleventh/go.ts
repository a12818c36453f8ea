import type { RealFault } from '../../fault.ts'

/** The eleventh set of the Go service, drawn on 29 November 2026, and sealed as a whole. */
export const eleventhGo: readonly RealFault[] = [
  {
    name: 'wrong-values-of-quote-crash',
    service: 'go',
    tags: ['billing'],
    does: 'A quote whose members are there, but have wrong values, is answered with 500 rather than 400.',
    source: 'https://github.com/ita-social-projects/TeachUA/issues/1672',
  },
  {
    name: 'changed-stock-is-ignored',
    service: 'go',
    tags: ['shop'],
    does: 'A change of the stock of a product is answered with 200 and ignored.',
    source: 'https://github.com/Dolibarr/dolibarr/issues/14309',
  },
  {
    name: 'since-leaves-out-its-moment',
    service: 'go',
    tags: ['chat'],
    does: 'A list of messages since a moment lacks those that were posted at that very moment.',
    source: 'https://github.com/BRGM/hubeau/issues/192',
  },
  {
    name: 'room-in-links-is-not-escaped',
    service: 'go',
    tags: ['shop'],
    does: 'The links to other pages of shelves have the room of the filter as it is, and so another one if it has an ampersand.',
    source: 'https://github.com/json-api-dotnet/JsonApiDotNetCore/issues/408',
  },
  {
    name: 'filtered-total-is-at-most-limit',
    service: 'go',
    tags: ['billing'],
    does: 'The total of a filtered list of invoices is never more than the limit.',
    source: 'https://github.com/wso2/product-is/issues/12717',
  },
  {
    name: 'since-drops-milliseconds',
    service: 'go',
    tags: ['chat'],
    does: 'A list of messages since a moment has those of the whole second.',
    source: 'https://github.com/astarte-platform/astarte/issues/620',
  },
  {
    name: 'changed-order-gets-no-more-lines',
    service: 'go',
    tags: ['shop'],
    does: 'New lines of an order take the place of its old ones, but those beyond their number are dropped.',
    source: 'https://github.com/spring-projects/spring-data-rest/issues/1326',
  },
  {
    name: 'listed-products-lack-tags',
    service: 'go',
    tags: ['shop'],
    does: 'Products that are listed lack their tags, which a product that is read alone has.',
    source: 'https://github.com/qatrackplus/qatrackplus/issues/604',
  },
  {
    name: 'changed-order-keeps-its-time',
    service: 'go',
    tags: ['shop'],
    does: 'A change of an order leaves the time of its last change as it was.',
    source: 'https://github.com/ji-devs/ji-cloud/issues/897',
  },
  {
    name: 'limit-below-1-crashes',
    service: 'go',
    tags: ['files', 'chat', 'shop', 'billing'],
    does: 'A limit of 0 or less is answered with 500 rather than 400 by all lists that have a cursor.',
    source: 'https://github.com/alerta/alerta/issues/80',
  },
]
