import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fields } from './exchange.ts'
import { imageRoutes } from './store/images.ts'
import { orderRoutes } from './store/orders.ts'
import {
  type Answer,
  created,
  type Handler,
  type Item,
  invalid,
  notFound,
  Problem,
  type Product,
  type Route,
  readObject,
  type Shop,
  type Visit,
} from './store/visit.ts'
import { CATEGORIES, productRules, readFields, reviewRules } from './store-rules.ts'

/** A running store. */
export interface Store {
  /** Without a trailing slash. */
  readonly url: string
  /** Opens a shop. @returns its keys: one that allows everything, and one that only allows reading. */
  openShop(): { readonly key: string; readonly readOnlyKey: string }
  stop(): Promise<void>
}

/** Starts an empty store on a free port. */
export async function startStore(): Promise<Store> {
  const shops = new Map<string, Access>()
  let lastId = 0
  const routes = createRoutes(() => {
    lastId += 1
    return lastId
  })
  const server = createServer((incoming, outgoing) => {
    respond(incoming, { shops, routes })
      .catch(problemAnswer)
      .then((answer) => write(outgoing, answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    openShop() {
      const number = shops.size / 2 + 1
      const key = `shop-${number}-${crypto.randomUUID()}`
      const readOnlyKey = `shop-${number}-read-${crypto.randomUUID()}`
      const [products, reviews, images, orders, replays] = [
        new Map(),
        new Map(),
        new Map(),
        new Map(),
        new Map(),
      ]
      const shop = { products, reviews, images, orders, replays }
      shops.set(key, { shop, mayWrite: true })
      shops.set(readOnlyKey, { shop, mayWrite: false })
      return { key, readOnlyKey }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A key's permissions. */
interface Access {
  readonly shop: Shop
  readonly mayWrite: boolean
}

/** @param nextId returns an id that no item has had. */
function createRoutes(nextId: () => number): readonly Route[] {
  const listProducts: Handler = ({ shop, query }) => {
    const category = query.get('category')
    if (category !== null && !CATEGORIES.includes(category)) throw invalid('category')
    const all = [...shop.products.values()]
    return page(category === null ? all : all.filter((product) => product.category === category), query)
  }

  const createProduct: Handler = async ({ shop, path, incoming }) => {
    const fields = await readBody(incoming, productRules)
    const id = nextId()
    const product = {
      id,
      ...fields,
      published: false,
      created_at: new Date().toISOString(),
    } as unknown as Product
    shop.products.set(id, product)
    shop.reviews.set(id, new Map())
    return created(product, path)
  }

  const replaceProduct: Handler = async (visit) => {
    const { id, published, created_at } = productOf(visit)
    const fields = await readBody(visit.incoming, productRules)
    return keep(visit.shop, { id, ...fields, published, created_at } as unknown as Product)
  }

  const deleteProduct: Handler = (visit) => {
    const { id } = productOf(visit)
    visit.shop.products.delete(id)
    visit.shop.reviews.delete(id)
    visit.shop.images.delete(id)
    return { status: 204 }
  }

  const createReview: Handler = async (visit) => {
    const reviews = reviewsOf(visit)
    const fields = await readBody(visit.incoming, reviewRules)
    const review = { id: nextId(), ...fields, created_at: new Date().toISOString() }
    reviews.set(review.id, review)
    return created(review, visit.path)
  }

  const deleteReview: Handler = (visit) => {
    reviewsOf(visit).delete(reviewOf(visit).id)
    return { status: 204 }
  }

  return [
    ...imageRoutes,
    ...orderRoutes(nextId),
    { pattern: /^\/products$/, handlers: { GET: listProducts, POST: createProduct } },
    {
      pattern: /^\/products\/([^/]+)$/,
      handlers: {
        GET: (visit) => ({ status: 200, body: productOf(visit) }),
        PUT: replaceProduct,
        DELETE: deleteProduct,
      },
    },
    {
      pattern: /^\/products\/([^/]+)\/publish$/,
      handlers: { POST: (visit) => keep(visit.shop, { ...productOf(visit), published: true }) },
    },
    {
      pattern: /^\/products\/([^/]+)\/reviews$/,
      handlers: {
        GET: (visit) => page([...reviewsOf(visit).values()], visit.query),
        POST: createReview,
      },
    },
    {
      pattern: /^\/products\/([^/]+)\/reviews\/([^/]+)$/,
      handlers: { GET: (visit) => ({ status: 200, body: reviewOf(visit) }), DELETE: deleteReview },
    },
  ]
}

function productOf({ shop, ids: [id = 0] }: Visit): Product {
  const product = shop.products.get(id)
  if (product === undefined) throw notFound()
  return product
}

function reviewsOf({ shop, ids: [id = 0] }: Visit): Map<number, Item> {
  const reviews = shop.reviews.get(id)
  if (reviews === undefined) throw notFound()
  return reviews
}

function reviewOf(visit: Visit): Item {
  const review = reviewsOf(visit).get(visit.ids[1] ?? 0)
  if (review === undefined) throw notFound()
  return review
}

function keep({ products }: Shop, product: Product): Answer {
  products.set(product.id, product)
  return { status: 200, body: product }
}

/**
 * Returns a page. A cursor is the id of the last item before the page, so it stays valid while items come and
 * go.
 */
function page(all: readonly Item[], query: URLSearchParams): Answer {
  const limitText = query.get('limit') ?? '20'
  const cursor = query.get('cursor') ?? '0'
  const limit = Number(limitText)
  if (!/^\d+$/.test(limitText) || limit < 1 || limit > 100) throw invalid('limit')
  if (!/^\d+$/.test(cursor)) throw invalid('cursor')
  const rest = all.filter(({ id }) => id > Number(cursor))
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  const next_cursor = rest.length > limit && last !== undefined ? String(last.id) : null
  return { status: 200, body: { items, next_cursor } }
}

async function readBody(incoming: IncomingMessage, rules: Parameters<typeof readFields>[1]): Promise<Fields> {
  const fields = readFields(await readObject(incoming), rules)
  if (typeof fields === 'string') throw invalid(fields)
  return fields
}

async function respond(
  incoming: IncomingMessage,
  { shops, routes }: { shops: ReadonlyMap<string, Access>; routes: readonly Route[] },
): Promise<Answer> {
  const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://localhost')
  const method = incoming.method ?? 'GET'
  const match = routes
    .map(({ pattern, handlers }) => ({ found: pattern.exec(path), handlers }))
    .find(({ found }) => found !== null)
  if (match === undefined) throw notFound()
  const { found, handlers } = match
  const handler = handlers[method === 'HEAD' ? 'GET' : method]
  if (handler === undefined) return methodNotAllowed(Object.keys(handlers))
  const access = shops.get(String(incoming.headers['x-api-key']))
  if (access === undefined) throw new Problem(401, 'Unauthorized', 'No key was sent, or an unknown one.')
  const { shop, mayWrite } = access
  if (!mayWrite && method !== 'GET' && method !== 'HEAD')
    throw new Problem(403, 'Forbidden', 'The key may only read.')
  const ids = (found ?? []).slice(1).map((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0))
  return await handler({ shop, query, path, ids, incoming })
}

function methodNotAllowed(methods: readonly string[]): Answer {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  const answer = problemAnswer(new Problem(405, 'Method not allowed', `The methods are: ${allow}.`))
  return { ...answer, headers: { ...answer.headers, allow } }
}

function problemAnswer(error: unknown): Answer {
  const problem =
    error instanceof Problem ? error : new Problem(500, 'Internal error', 'The store has failed.')
  const { status, title, message: detail } = problem
  const challenge = status === 401 ? { 'www-authenticate': 'ApiKey realm="store"' } : {}
  return {
    status,
    body: { type: 'about:blank', title, status, detail },
    headers: { 'content-type': 'application/problem+json', ...challenge },
  }
}

function write(outgoing: ServerResponse, { status, body, headers }: Answer): void {
  if (body === undefined) {
    outgoing.writeHead(status, headers).end()
    return
  }
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
}
