import type { Fault } from '../../fault.ts'
import { admitsNearly } from '../../identities.ts'
import { deletesTheNext, storesTheValidPart, takesTwinsForOne } from '../../memories.ts'
import { filtersThePage, linksTo, listsAGhost } from '../../pages.ts'

/** Items, lists and callers that the store mixes up. Reported separately. */
export const unseenStoreItems: readonly Fault[] = [
  {
    id: 'key-with-suffix',
    rule: 'authentication',
    kind: 'credentials',
    clause: '#/components/securitySchemes/ApiKey',
    does: 'A key with further characters is taken for the key.',
    operations: ['getProduct'],
    make: admitsNearly((sent, real) => sent.startsWith(real)),
  },
  {
    id: 'refused-order-partly-stored',
    rule: 'lifecycle',
    kind: 'partial-refusals',
    clause: 'changeOrder/responses/400',
    does: 'A change that is refused stores its valid members.',
    operations: ['changeOrder'],
    make: storesTheValidPart,
  },
  {
    id: 'products-filtered-by-page',
    rule: 'list-protocol',
    kind: 'filters-after-pages',
    clause: '#/components/parameters/Limit',
    does: 'A page of products is cut before the category is looked at.',
    operations: ['listProducts'],
    make: filtersThePage('category'),
  },
  {
    id: 'orders-filtered-by-page',
    rule: 'list-protocol',
    kind: 'filters-after-pages',
    clause: '#/components/parameters/Limit',
    does: 'A page of orders is cut before priority and quantity are looked at.',
    operations: ['listOrders'],
    make: filtersThePage('priority', 'min_quantity', 'max_quantity'),
  },
  {
    id: 'twin-reviews-are-one',
    rule: 'lifecycle',
    kind: 'twins',
    clause: 'createReview',
    does: 'A second review with the body of the first is the first.',
    operations: ['createReview'],
    make: takesTwinsForOne,
  },
  {
    id: 'deletes-next-review',
    rule: 'lifecycle',
    kind: 'neighbours',
    clause: 'deleteReview',
    does: 'The review that is listed next goes as well.',
    operations: ['deleteReview'],
    make: deletesTheNext,
  },
  {
    id: 'ghost-review-listed',
    rule: 'lifecycle',
    kind: 'unreadable-items',
    clause: 'getReview/responses/200',
    does: 'A review is listed that nobody can read.',
    operations: ['listReviews'],
    make: listsAGhost(987654321),
  },
  {
    id: 'next-names-another-host',
    rule: 'list-protocol',
    kind: 'hosts',
    clause: '#/components/schemas/OrderPage/properties/next',
    does: 'The next page is at a host inside.',
    operations: ['listOrders'],
    make: linksTo((url) => {
      url.host = 'backend.invalid:8080'
    }),
  },
]
