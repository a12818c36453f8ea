import { change, changeText, request, sent } from '../../edits.ts'
import { fieldsOf, isFields, withJson, withQuery } from '../../exchange.ts'
import type { Fault } from '../../fault.ts'
import { fillsIn, refuses, takesAnyCase, takesText } from '../../laxities.ts'
import { mergesInTheAnswerAlone } from '../../memories.ts'
import { readOf } from '../../stateful.ts'

/** Values that the store does not accept, keep or reject as documented. */
export const storeValues: readonly Fault[] = [
  {
    id: 'order-of-two',
    rule: 'lifecycle',
    kind: 'defaults',
    clause: '#/components/schemas/NewOrder/properties/quantity/default',
    does: 'An order without a quantity is one of two.',
    operations: ['createOrder'],
    make: fillsIn('quantity', 2),
  },
  {
    id: 'page-of-two-products',
    rule: 'list-protocol',
    kind: 'defaults',
    clause: '#/components/parameters/Limit/schema/default',
    does: 'A list of products without a limit has two.',
    operations: ['listProducts'],
    make: request((call) => (call.query.has('limit') ? call : withQuery(call, { limit: '2' }))),
  },
  {
    id: 'price-as-text',
    rule: 'negative',
    kind: 'types',
    clause: '#/components/schemas/Product/properties/price_cents/type',
    does: 'A price may be the text "100".',
    operations: ['createProduct'],
    make: takesText('price_cents'),
  },
  {
    id: 'rating-as-text',
    rule: 'negative',
    kind: 'types',
    clause: '#/components/schemas/Review/properties/rating/type',
    does: 'A rating may be the text "4".',
    operations: ['createReview'],
    make: takesText('rating'),
  },
  {
    id: 'express-as-text',
    rule: 'negative',
    kind: 'types',
    clause: '#/components/schemas/NewOrder/properties/express/type',
    does: '`express` may be the text "true".',
    operations: ['createOrder'],
    make: takesText('express'),
  },
  {
    id: 'changed-quantity-as-text',
    rule: 'negative',
    kind: 'types',
    clause: '#/components/schemas/OrderChange/properties/quantity/type',
    does: 'A changed quantity may be the text "7".',
    operations: ['changeOrder'],
    make: takesText('quantity'),
  },
  {
    id: 'priority-in-any-case',
    rule: 'negative',
    kind: 'enum-case',
    clause: '#/components/schemas/Priority/enum',
    does: 'The priority "High" of a changed order is taken for "high".',
    operations: ['changeOrder'],
    make: takesAnyCase('priority', ['low', 'normal', 'high']),
  },
  {
    id: 'labels-sorted',
    rule: 'lifecycle',
    kind: 'arrays',
    clause: 'changeOrder',
    does: 'Changed labels are stored in order of the alphabet.',
    operations: ['changeOrder'],
    make: sent(
      change('labels', (labels) => {
        if (!Array.isArray(labels)) return labels
        const sorted = labels.toSorted()
        return sorted.join() === labels.join() ? labels : sorted
      }),
    ),
  },
  {
    id: 'replaced-tags-reversed',
    rule: 'lifecycle',
    kind: 'arrays',
    clause: 'replaceProduct',
    does: 'Replaced tags are stored in the opposite order.',
    operations: ['replaceProduct'],
    make: sent(change('tags', (tags) => (Array.isArray(tags) && tags.length > 1 ? tags.toReversed() : tags))),
  },
  {
    id: 'order-note-cut',
    rule: 'lifecycle',
    kind: 'long-texts',
    clause: '#/components/schemas/OrderChange/properties/note/maxLength',
    does: 'Changed notes of orders are cut to 1024 characters.',
    operations: ['changeOrder'],
    make: sent(changeText('note', (text) => ([...text].length > 2000 ? text : text.slice(0, 1024)))),
  },
  {
    id: 'review-without-emoji',
    rule: 'lifecycle',
    kind: 'non-ascii',
    clause: 'createReview',
    does: 'Characters beyond the basic plane are lost.',
    operations: ['createReview'],
    make: sent(changeText('text', (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\ufffd'))),
  },
  {
    id: 'best-rating-refused',
    rule: 'negative',
    kind: 'boundaries',
    clause: '#/components/schemas/Review/properties/rating/maximum',
    does: 'A rating of five is refused.',
    operations: ['createReview'],
    make: refuses(({ rating }) => rating === 5, { rating: 6 }),
  },
  {
    id: 'attributes-answer-merge-keep-last',
    rule: 'lifecycle',
    kind: 'free-objects',
    clause: 'RFC 7396, 2',
    does: 'A patch answers old and new attributes, and keeps the new ones alone.',
    operations: ['changeOrder'],
    make: mergesInTheAnswerAlone('attributes', (call, members) =>
      withJson(call, { attributes: Object.fromEntries(members.map((name) => [name, null])) }),
    ),
  },
  {
    id: 'attributes-replaced',
    rule: 'lifecycle',
    kind: 'free-objects',
    clause: 'RFC 7396, 2',
    does: 'A patch replaces the attributes instead of merging them.',
    operations: ['changeOrder'],
    make: () => async (call, send) => {
      const { attributes: old } = fieldsOf(await send(readOf(call)))
      const body = fieldsOf(call)
      const { attributes } = body
      if (!isFields(old) || !isFields(attributes)) return send(call)
      const gone = Object.keys(old).filter((name) => !(name in attributes))
      const nulls = Object.fromEntries(gone.map((name) => [name, null]))
      return send(
        gone.length === 0 ? call : withJson(call, { ...body, attributes: { ...nulls, ...attributes } }),
      )
    },
  },
  {
    id: 'attributes-null-kept',
    rule: 'lifecycle',
    kind: 'free-objects',
    clause: 'RFC 7396, 2',
    does: 'An attribute that a patch sets to null stays as it was.',
    operations: ['changeOrder'],
    make: sent((fields) => {
      const { attributes } = fields
      if (!isFields(attributes) || !Object.values(attributes).includes(null)) return fields
      const kept = Object.entries(attributes).filter(([, value]) => value !== null)
      return { ...fields, attributes: Object.fromEntries(kept) }
    }),
  },
]
