import {
  acceptsFields,
  answered,
  change,
  instead,
  listed,
  request,
  sent,
  status,
  succeeded,
} from '../edits.ts'
import { withHeaders, withQuery } from '../exchange.ts'
import type { Fault } from '../fault.ts'
import { ignoresTenant, listsStrangers } from '../identities.ts'
import { pretendsToDelete, writesTwice } from '../stateful.ts'
import { invertsCategory, raisesPrice } from '../store-behaviours.ts'

/** Faults of the store that are reported separately. */
export const unseenStoreFaults: readonly Fault[] = [
  {
    id: 'location-of-another',
    rule: 'conformance',
    clause: 'RFC 9110, 15.3.2',
    does: 'The Location of a created review names another one.',
    operations: ['createReview'],
    make: succeeded((reply) => withHeaders(reply, { location: `${reply.headers['location']}0` })),
  },
  {
    id: 'deleted-with-body',
    rule: 'conformance',
    clause: 'RFC 9110, 15.3.5',
    does: 'Deleting a product answers 200 with the product.',
    operations: ['deleteProduct'],
    make: answered([204], instead(200, { deleted: true })),
  },
  {
    id: 'put-not-idempotent',
    rule: 'lifecycle',
    clause: 'RFC 9110, 9.2.2',
    does: 'Every PUT raises the price by a cent.',
    operations: ['replaceProduct'],
    make: raisesPrice,
  },
  {
    id: 'review-not-deleted',
    rule: 'lifecycle',
    clause: 'deleteReview',
    does: 'A review is not deleted.',
    operations: ['deleteReview'],
    make: pretendsToDelete,
  },
  {
    id: 'product-made-twice',
    rule: 'lifecycle',
    clause: 'createProduct',
    does: 'One creation makes two products.',
    operations: ['createProduct'],
    make: writesTwice,
  },
  {
    id: 'tags-sorted',
    rule: 'lifecycle',
    clause: 'createProduct',
    does: 'Tags are stored in reverse order.',
    operations: ['createProduct'],
    make: sent(change('tags', (tags) => (Array.isArray(tags) ? tags.toReversed() : tags))),
  },
  {
    id: 'unknown-review-500',
    rule: 'unknown-id',
    clause: 'getReview/responses/404',
    does: 'An unknown review answers 500.',
    operations: ['getReview'],
    make: answered([404], status(500)),
  },
  {
    id: 'no-key-403',
    rule: 'authentication',
    clause: 'publishProduct/responses/401',
    does: 'No key answers 403.',
    operations: ['publishProduct'],
    make: answered([401], status(403)),
  },
  {
    id: 'other-shop-deletes',
    rule: 'tenancy',
    clause: 'deleteProduct/responses/404',
    does: 'Any shop deletes any product.',
    operations: ['deleteProduct'],
    make: ignoresTenant,
  },
  {
    id: 'other-shop-listed',
    rule: 'tenancy',
    clause: '#/info/description',
    does: 'The list shows the products of all shops.',
    operations: ['listProducts'],
    make: listsStrangers(),
  },
  {
    id: 'price-negative',
    rule: 'negative',
    clause: '#/components/schemas/Product/properties/price_cents/minimum',
    does: 'A negative price becomes 0.',
    operations: ['createProduct'],
    make: acceptsFields((fields) =>
      Number(fields['price_cents']) < 0 ? { ...fields, price_cents: 0 } : undefined,
    ),
  },
  {
    id: 'price-text',
    rule: 'negative',
    clause: '#/components/schemas/Product/properties/price_cents/type',
    does: 'A price that is no integer becomes 0.',
    operations: ['replaceProduct'],
    make: acceptsFields((fields) =>
      Number.isInteger(fields['price_cents']) || !('price_cents' in fields)
        ? undefined
        : { ...fields, price_cents: 0 },
    ),
  },
  {
    id: 'text-missing-500',
    rule: 'negative',
    clause: 'createReview/responses/400',
    does: 'An invalid review answers 500.',
    operations: ['createReview'],
    make: answered([400], status(500)),
  },
  {
    id: 'cursor-ignored',
    rule: 'list-protocol',
    clause: '#/components/parameters/Cursor',
    does: 'The cursor is ignored.',
    operations: ['listProducts'],
    make: request((call) => withQuery(call, { cursor: undefined })),
  },
  {
    id: 'cursor-skips',
    rule: 'list-protocol',
    clause: '#/components/parameters/Cursor',
    does: 'A page after a cursor lacks its first item.',
    operations: ['listProducts'],
    make: listed((items, call) => (call.query.has('cursor') ? items.slice(1) : items)),
  },
  {
    id: 'category-ignored',
    rule: 'list-protocol',
    clause: 'listProducts/parameters',
    does: 'The filter by category is ignored.',
    operations: ['listProducts'],
    make: request((call) => withQuery(call, { category: undefined })),
  },
  {
    id: 'category-inverted',
    rule: 'list-protocol',
    clause: 'listProducts/parameters',
    does: 'The filter by category finds the others.',
    operations: ['listProducts'],
    make: invertsCategory,
  },
]
