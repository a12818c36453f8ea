/**
 * A subject for comparing servers: requests for one operation, and the response that each server must give to
 * them.
 */
export interface Subject {
  readonly name: string
  /** The requests, which are sent in turn, each with the JSON of the expected response. */
  readonly requests: readonly { readonly text: string; readonly answer: string }[]
  /** A request that violates the document. All servers except the bare one reject it with 400. */
  readonly wrong: string
}

/** Number of different requests per subject, so that consecutive requests differ. */
const VARIANTS = 64

const HEAD = 'Host: 127.0.0.1\r\nAccept: application/json\r\nUser-Agent: bench\r\nConnection: keep-alive\r\n'

const numbers = Array.from({ length: VARIANTS }, (_, index) => index + 1)

function get(number: number, limit = number): string {
  const query = `limit=${limit}&offset=${number * 20}&archived=${number % 2 === 0}&sort=name&tags=red&tags=blue%20sky&since=2026-01-01T00%3A00%3A${String(number % 60).padStart(2, '0')}Z&minScore=0.5`
  return `GET /projects/${number}/items/item-${number}?${query} HTTP/1.1\r\n${HEAD}\r\n`
}

function found(number: number): object {
  return {
    projectId: number,
    slug: `item-${number}`,
    limit: number,
    offset: number * 20,
    archived: number % 2 === 0,
    sort: 'name',
    tags: ['red', 'blue sky'],
    since: `2026-01-01T00:00:${String(number % 60).padStart(2, '0')}Z`,
    minScore: 0.5,
  }
}

function orderOf(number: number) {
  return {
    id: `0b7e9c3a-6c1d-4c8e-9d53-3c5d6a1f${String(1000 + number)}`,
    customer: `Customer ${number}`,
    email: `customer-${number}@example.com`,
    phone: '+44 20 7946 0000',
    status: 'placed',
    quantity: number,
    price: 12.5,
    discount: 0.1,
    currency: 'EUR',
    express: number % 2 === 0,
    gift: false,
    tags: ['red', 'blue', 'large'],
    address: { street: '1 High Street', city: 'Leeds', country: 'GB', zip: 'LS1 1AA' },
    note: 'Leave it with the neighbours when nobody is in.',
    createdAt: '2026-02-28T23:59:59Z',
    dueAt: '2026-03-07T12:00:00Z',
    channel: 'web',
    locale: 'en-GB',
    weight: 2.25,
    priority: 3,
  }
}

/** Orders that the POST requests contain. */
export const ORDERS = numbers.map(orderOf)

function taken({ id, customer, quantity, price, tags, address }: ReturnType<typeof orderOf>): object {
  return { id, customer, total: quantity * price, tags: tags.length, city: address.city }
}

function post(order: object): string {
  const text = JSON.stringify(order)
  return `POST /orders HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'GET, 9 parameters',
    requests: numbers.map((number) => ({ text: get(number), answer: JSON.stringify(found(number)) })),
    wrong: get(1, 1000),
  },
  {
    name: 'POST, 20 fields',
    requests: ORDERS.map((order) => ({ text: post(order), answer: JSON.stringify(taken(order)) })),
    wrong: post({ ...orderOf(1), email: 'nobody' }),
  },
]
