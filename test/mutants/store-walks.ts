import type { Walk } from './exercise.ts'

/** A string that a careless service truncates or changes. */
const ODD_TEXT = `Zażółć 🛎 ${'long '.repeat(60)}`

const product = () => ({
  name: 'A thing',
  price_cents: 100,
  category: 'book',
  description: 'Of some use',
  tags: ['old', 'good'],
  created_at: '2020-01-01T00:00:00Z',
})

const products: Walk = {
  path: 'products',
  operations: [
    'listProducts',
    'createProduct',
    'getProduct',
    'replaceProduct',
    'deleteProduct',
    'publishProduct',
    'putProductImage',
  ],
  form: 'image',
  create: product,
  changeMethod: 'PUT',
  changes: [
    { name: 'Another', price_cents: 200, published: true, created_at: '2020-01-01T00:00:00Z' },
    { description: null, tags: ['new'] },
    { name: 'Zażółć', tags: ['a', 'b', 'c', 'd', 'e'] },
  ],
  variants: [
    { name: undefined },
    { price_cents: -1 },
    { price_cents: 'free' },
    { price_cents: '100' },
    { price_cents: 0 },
    { price_cents: 1e30 },
    { category: 'BOOK' },
    { category: 'car' },
    { tags: ['old', 'old'] },
    { tags: ['a', 'b', 'c', 'd', 'e', 'f'] },
  ],
  actions: ['publish'],
  queries: ['category=game', 'category=book', 'category=BOOK', 'category=book&cursor=1'],
}

const reviews: Walk = {
  path: 'reviews',
  operations: ['listReviews', 'createReview', 'getReview', 'deleteReview'],
  create: () => ({ author: 'someone@example.com', rating: 4, text: 'It is good.' }),
  variants: [
    { author: 'someone' },
    { rating: 6 },
    { rating: '4' },
    { rating: 5 },
    { text: undefined },
    { text: ODD_TEXT },
  ],
}

const orders: Walk = {
  path: 'orders',
  operations: ['listOrders', 'createOrder', 'getOrder', 'changeOrder', 'deleteOrder'],
  create: () => ({ customer: 'Ada' }),
  changeType: 'application/merge-patch+json',
  changes: [
    { quantity: 2, labels: ['b', 'a'], attributes: { first: 1, second: { third: 3 } } },
    { note: 'long '.repeat(300), attributes: { fourth: 'Zażółć' } },
    { attributes: { first: null } },
  ],
  variants: [
    { quantity: 0 },
    { quantity: '7' },
    { priority: 'HIGH' },
    { priority: 'high' },
    { express: 'true' },
    { labels: ['b', 'a', 'b'] },
    { note: 'with a \u0000' },
    { attributes: { name: 'Zażółć' } },
    { attributes: { deep: { deeper: 1 } } },
  ],
  queries: ['priority=high', 'min_quantity=2', 'min_quantity=9&max_quantity=1', 'limit=1&priority=normal'],
}

/** Returns walks through everything that the store's operations can do, parents first. */
export function storeWalks(operations: readonly string[]): readonly (readonly Walk[])[] {
  return [[products], [products, reviews], [orders]].filter((walks) =>
    walks.at(-1)?.operations.some((operation) => operations.includes(operation)),
  )
}
