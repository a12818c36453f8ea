import type { Walk } from './exercise.ts'

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
  ],
  create: product,
  changeMethod: 'PUT',
  changes: [
    { name: 'Another', price_cents: 200, published: true, created_at: '2020-01-01T00:00:00Z' },
    { description: null, tags: ['new'] },
  ],
  variants: [
    { name: undefined },
    { price_cents: -1 },
    { price_cents: 'free' },
    { category: 'car' },
    { tags: ['old', 'old'] },
    { tags: ['a', 'b', 'c', 'd', 'e', 'f'] },
  ],
  actions: ['publish'],
  queries: ['category=game', 'category=book'],
}

const reviews: Walk = {
  path: 'reviews',
  operations: ['listReviews', 'createReview', 'getReview', 'deleteReview'],
  create: () => ({ author: 'someone@example.com', rating: 4, text: 'It is good.' }),
  variants: [{ author: 'someone' }, { rating: 6 }, { text: undefined }],
}

/** Everything that can be done with operations of the store, parents first. */
export function storeWalks(operations: readonly string[]): readonly (readonly Walk[])[] {
  return [[products], [products, reviews]].filter((walks) =>
    walks.at(-1)?.operations.some((operation) => operations.includes(operation)),
  )
}
