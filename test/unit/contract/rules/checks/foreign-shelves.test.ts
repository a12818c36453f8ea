import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const thing = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', minLength: 1 } },
}
const refused = { 401: { description: 'Who?' }, 404: { description: 'None.' } }
const at = (name: string, type: string) => ({ name, in: 'path', required: true, schema: { type } })
const [shop, shelf, book] = [at('shop_id', 'string'), at('shelf_id', 'integer'), at('book_id', 'integer')]
const collection = (name: string) => ({
  get: {
    operationId: `list${name}`,
    responses: { ...answers({ type: 'array', items: thing }), ...refused },
  },
  post: {
    operationId: `add${name}`,
    requestBody: { required: true, content: { 'application/json': { schema: thing } } },
    responses: { ...answers(thing, { status: 201 }), ...refused },
  },
})
const item = (name: string) => ({
  get: { operationId: `read${name}`, responses: { ...answers(thing), ...refused } },
})

/** Shops of two tenants, with shelves and books. */
const mall = described(
  {
    '/shops/{shop_id}/shelves': { parameters: [shop], ...collection('Shelf') },
    '/shops/{shop_id}/shelves/{shelf_id}': { parameters: [shop, shelf], ...item('Shelf') },
    '/shops/{shop_id}/shelves/{shelf_id}/books': { parameters: [shop, shelf], ...collection('Book') },
    '/shops/{shop_id}/shelves/{shelf_id}/books/{book_id}': {
      parameters: [shop, shelf, book],
      ...item('Book'),
    },
  },
  {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  },
)

async function told(isStrict: boolean): Promise<string[]> {
  const shelves = new Map<number, string>()
  const books = new Map<number, { id: number; name: string; shelf: number }>()
  let last = 0
  const answer = ({ method, url, headers }: Request, text: string): Response => {
    const none = () => Response.json({}, { status: 404 })
    const [, , ofShop = '', , ofShelf, isBooks, ofBook] = new URL(url).pathname.split('/')
    const key = headers.get('x-key')
    if (key === null || !['key-of-a', 'key-of-b'].includes(key)) return Response.json({}, { status: 401 })
    if (key !== `key-of-${ofShop}`) return none()
    const made = method === 'POST' ? { ...JSON.parse(text), id: ++last } : { id: 0, name: '' }
    if (ofShelf === undefined && method === 'POST') shelves.set(made.id, ofShop)
    if (ofShelf === undefined && method === 'POST') return Response.json(made, { status: 201 })
    const own = [...shelves].filter(([, of]) => of === ofShop).map(([one]) => ({ id: one, name: 'Shelf' }))
    if (ofShelf === undefined) return Response.json(own)
    const there = shelves.get(Number(ofShelf))
    if (there === undefined || (there !== ofShop && (isStrict || isBooks === undefined))) return none()
    if (isBooks === undefined) return Response.json({ id: Number(ofShelf), name: 'Shelf' })
    if (method === 'POST') books.set(made.id, { ...made, shelf: Number(ofShelf) })
    if (method === 'POST') return Response.json(made, { status: 201 })
    if (ofBook === undefined)
      return Response.json([...books.values()].filter((one) => one.shelf === Number(ofShelf)))
    const one = books.get(Number(ofBook))
    return one?.shelf === Number(ofShelf) ? Response.json(one) : none()
  }
  return outcomes(await mall, {
    ...{ answer, rules: ['tenancy'], credentials: { key: 'key-of-a' } },
    ...{ otherCredentials: { key: 'key-of-b' }, pathParameters: { shop_id: 'a' } },
    otherPathParameters: { shop_id: 'b' },
  })
}

test('lists and creates two levels below a tenant are tried below the other tenant', async () => {
  const lines = await told(true)
  expect(lines).toContain('tenancy listBook: passed')
  expect(lines).toContain('tenancy addBook: passed')
})

test('shelves that are found without their shop show their books to another tenant', async () => {
  const lines = await told(false)
  for (const operation of ['listBook', 'addBook'])
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^tenancy ${operation}: .* \\| status 20`)))
})
