import { accepts, answered, request, succeeded } from '../../edits.ts'
import { isSuccess, withHeaders, withQuery } from '../../exchange.ts'
import type { Fault } from '../../fault.ts'
import { crashes, hasHugeInteger, overlooks, readsAs, sameButCase } from '../../laxities.ts'
import { readOf } from '../../stateful.ts'

/**
 * Requests in unusual forms to the store: other media types, odd characters, huge numbers, conditions.
 * Reported separately.
 */
export const unseenStoreRequests: readonly Fault[] = [
  {
    id: 'asked-category-in-any-case',
    rule: 'negative',
    kind: 'enum-case',
    clause: '#/components/schemas/Category/enum',
    does: 'A list of the category "BOOK" is taken for one of "book".',
    operations: ['listProducts'],
    make: accepts((call) => {
      const category = sameButCase(call.query.get('category'), ['book', 'game', 'tool'])
      return category === undefined ? undefined : withQuery(call, { category })
    }),
  },
  {
    id: 'review-without-type',
    rule: 'negative',
    kind: 'content-types',
    clause: '#/components/responses/UnsupportedMediaType',
    does: 'A review without a Content-Type is read as JSON.',
    operations: ['createReview'],
    make: readsAs('application/json', (type) => type === undefined),
  },
  {
    id: 'largest-limit-refused',
    rule: 'list-protocol',
    kind: 'boundaries',
    clause: '#/components/parameters/Limit/schema/maximum',
    does: 'A limit of 100 is refused.',
    operations: ['listReviews'],
    make: request((call) => (call.query.get('limit') === '100' ? withQuery(call, { limit: '101' }) : call)),
  },
  {
    id: 'csv-500',
    rule: 'conformance',
    kind: 'media-types',
    clause: 'listOrders/responses/200/content',
    does: 'Orders as CSV answer 500.',
    operations: ['listOrders'],
    make: crashes((call) => /^text\/csv/.test(call.headers['accept'] ?? '')),
  },
  {
    id: 'deletes-without-match',
    rule: 'lifecycle',
    kind: 'conditions',
    clause: 'RFC 9110, 13.1.1',
    does: 'An order is deleted whatever entity tag If-Match names.',
    operations: ['deleteOrder'],
    make: overlooks('if-match'),
  },
  {
    id: 'right-tag-refused',
    rule: 'lifecycle',
    kind: 'conditions',
    clause: 'RFC 9110, 13.1.1',
    does: 'If-Match never fits.',
    operations: ['changeOrder'],
    make: request((call) =>
      call.headers['if-match'] === undefined ? call : withHeaders(call, { 'if-match': '"none"' }),
    ),
  },
  {
    id: 'tag-never-changes',
    rule: 'lifecycle',
    kind: 'conditions',
    clause: '#/components/headers/ETag',
    does: 'All orders have one entity tag, before and after a change.',
    operations: ['getOrder', 'changeOrder'],
    make: succeeded((reply) => withHeaders(reply, { etag: '"order"' })),
  },
  {
    id: 'tag-of-answer-old',
    rule: 'lifecycle',
    kind: 'conditions',
    clause: 'RFC 9110, 8.8.3',
    does: 'A change answers the entity tag from before it.',
    operations: ['changeOrder'],
    make: () => async (call, send) => {
      const { headers } = await send(readOf(call))
      const reply = await send(call)
      return isSuccess(reply) ? withHeaders(reply, { etag: headers['etag'] }) : reply
    },
  },
  {
    id: 'if-none-match-ignored',
    rule: 'lifecycle',
    kind: 'conditions',
    clause: 'getOrder/responses/304',
    does: 'An order is answered although it has the entity tag of If-None-Match.',
    operations: ['getOrder'],
    make: overlooks('if-none-match'),
  },
  {
    id: 'location-of-the-list',
    rule: 'conformance',
    kind: 'locations',
    clause: '#/components/headers/Location',
    does: 'The Location of a new order is the list.',
    operations: ['createOrder'],
    make: answered([201], (reply) => withHeaders(reply, { location: '/orders' })),
  },
  {
    id: 'id-beyond-int64-500',
    rule: 'unknown-id',
    kind: 'int64',
    clause: 'getOrder/responses/404',
    does: 'The id of an order beyond 64 bits answers 500.',
    operations: ['getOrder'],
    make: crashes((call) => hasHugeInteger(call.path)),
  },
]
