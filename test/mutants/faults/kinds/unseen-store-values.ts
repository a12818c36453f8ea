import { change, changeText, sent } from '../../edits.ts'
import type { Fault } from '../../fault.ts'
import { fillsIn, refuses, sentTexts, takesAnyCase } from '../../laxities.ts'

/** Values that the store does not accept, keep or reject as documented. Reported separately. */
export const unseenStoreValues: readonly Fault[] = [
  {
    id: 'order-express-unless-told',
    rule: 'lifecycle',
    kind: 'defaults',
    clause: '#/components/schemas/NewOrder/properties/express/default',
    does: 'An order is express unless it says otherwise.',
    operations: ['createOrder'],
    make: fillsIn('express', true),
  },
  {
    id: 'order-priority-low',
    rule: 'lifecycle',
    kind: 'defaults',
    clause: '#/components/schemas/NewOrder/properties/priority/default',
    does: 'An order without a priority has a low one.',
    operations: ['createOrder'],
    make: fillsIn('priority', 'low'),
  },
  {
    id: 'category-in-any-case',
    rule: 'negative',
    kind: 'enum-case',
    clause: '#/components/schemas/Category/enum',
    does: 'The category "BOOK" is taken for "book".',
    operations: ['createProduct'],
    make: takesAnyCase('category', ['book', 'game', 'tool']),
  },
  {
    id: 'labels-without-twins',
    rule: 'lifecycle',
    kind: 'arrays',
    clause: 'createOrder',
    does: 'A label that comes twice is kept once.',
    operations: ['createOrder'],
    make: sent(
      change('labels', (labels) =>
        Array.isArray(labels) && new Set(labels).size < labels.length ? [...new Set(labels)] : labels,
      ),
    ),
  },
  {
    id: 'review-text-cut',
    rule: 'lifecycle',
    kind: 'long-texts',
    clause: '#/components/schemas/Review/properties/text/maxLength',
    does: 'Texts of reviews are cut to 255 characters.',
    operations: ['createReview'],
    make: sent(changeText('text', (text) => ([...text].length > 1000 ? text : text.slice(0, 255)))),
  },
  {
    id: 'attributes-in-ascii',
    rule: 'lifecycle',
    kind: 'non-ascii',
    clause: 'createOrder',
    does: 'Characters beyond ASCII become question marks in attributes.',
    operations: ['createOrder'],
    make: sentTexts('attributes', (text) => text.replaceAll(/[^\x20-\x7e]/gu, '?')),
  },
  {
    id: 'product-name-twice-encoded',
    rule: 'lifecycle',
    kind: 'non-ascii',
    clause: 'replaceProduct',
    does: 'The bytes of a name are read as Latin-1.',
    operations: ['replaceProduct'],
    make: sent(
      changeText('name', (text) => {
        const wrong = Buffer.from(text).toString('latin1')
        return [...wrong].length > 80 ? text : wrong
      }),
    ),
  },
  {
    id: 'free-product-refused',
    rule: 'negative',
    kind: 'boundaries',
    clause: '#/components/schemas/Product/properties/price_cents/minimum',
    does: 'A price of nothing is refused.',
    operations: ['createProduct'],
    make: refuses(({ price_cents: price }) => price === 0, { price_cents: -1 }),
  },
  {
    id: 'fifth-tag-refused',
    rule: 'negative',
    kind: 'boundaries',
    clause: '#/components/schemas/Product/properties/tags/maxItems',
    does: 'Five tags are refused.',
    operations: ['replaceProduct'],
    make: refuses(({ tags }) => Array.isArray(tags) && tags.length === 5, { tags: 'five' }),
  },
]
