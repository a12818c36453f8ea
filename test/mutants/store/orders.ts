import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { type Fields, isFields } from '../exchange.ts'
import { ORDER_DEFAULTS, orderRules, PRIORITIES } from './order-rules.ts'
import {
  type Answer,
  created,
  type Handler,
  integerOf,
  invalid,
  notFound,
  type Order,
  Problem,
  type Route,
  readObject,
  type Visit,
} from './visit.ts'

/**
 * Orders have everything that the store's other resources lack: properties with defaults, merge patches,
 * entity tags, idempotency keys, offset pagination with a count, and lists as CSV.
 * @param nextId returns an id that no item has had.
 */
export function orderRoutes(nextId: () => number): readonly Route[] {
  const create: Handler = async ({ shop, path, incoming }) => {
    const key = incoming.headers['idempotency-key']
    if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(key)))
      throw invalid('Idempotency-Key')
    const fields = checked({ ...ORDER_DEFAULTS, ...(await readObject(incoming)) })
    const replay = key === undefined ? undefined : shop.replays.get(key)
    if (replay !== undefined) {
      if (isDeepStrictEqual(replay.fields, fields)) return replay.answer
      throw new Problem(422, 'Key used', 'The Idempotency-Key came with another body before.')
    }
    const order = { id: nextId(), ...fields, created_at: new Date().toISOString() } as unknown as Order
    shop.orders.set(order.id, order)
    const answer = withTag(created(order, path))
    if (key !== undefined) shop.replays.set(key, { fields, answer })
    return answer
  }

  const change: Handler = async (visit) => {
    const order = orderOf(visit)
    const { id, created_at } = order
    const patch = await readObject(visit.incoming, 'application/merge-patch+json')
    const fields = checked(merge(order, patch) as Fields)
    demandMatch(visit.incoming, order)
    const changed = { id, ...fields, created_at } as unknown as Order
    visit.shop.orders.set(id, changed)
    return withTag({ status: 200, body: changed })
  }

  const remove: Handler = (visit) => {
    const order = orderOf(visit)
    demandMatch(visit.incoming, order)
    visit.shop.orders.delete(order.id)
    return { status: 204 }
  }

  return [
    { pattern: /^\/orders$/, handlers: { GET: list, POST: create } },
    { pattern: /^\/orders\/([^/]+)$/, handlers: { GET: read, PATCH: change, DELETE: remove } },
  ]
}

const list: Handler = ({ shop, query, path, incoming }) => {
  const limit = integerOf(query, { name: 'limit', least: 1, most: 100, otherwise: 20 })
  const offset = integerOf(query, { name: 'offset', least: 0, most: 2 ** 31 - 1, otherwise: 0 })
  const least = integerOf(query, { name: 'min_quantity', least: 1, most: 1000, otherwise: 1 })
  const most = integerOf(query, { name: 'max_quantity', least: 1, most: 1000, otherwise: 1000 })
  const priority = query.get('priority')
  if (priority !== null && !PRIORITIES.includes(priority)) throw invalid('priority')
  const found = [...shop.orders.values()].filter(
    (order) =>
      (priority === null || order.priority === priority) && order.quantity >= least && order.quantity <= most,
  )
  const results = found.slice(offset, offset + limit)
  if (prefersCsv(incoming.headers.accept)) return csvOf(results)
  const at = (start: number): string => {
    const other = new URLSearchParams(query)
    other.set('limit', String(limit))
    other.set('offset', String(start))
    return `http://${incoming.headers.host}${path}?${other}`
  }
  const next = offset + limit < found.length ? at(offset + limit) : null
  const previous = offset > 0 ? at(Math.max(0, offset - limit)) : null
  return { status: 200, body: { count: found.length, next, previous, results } }
}

const read: Handler = (visit) => {
  const order = orderOf(visit)
  const known = visit.incoming.headers['if-none-match']
  const same = known?.split(',').some((tag) => [tagOf(order), '*'].includes(tag.trim().replace(/^W\//, '')))
  return same ? { status: 304, headers: { etag: tagOf(order) } } : withTag({ status: 200, body: order })
}

function orderOf({ shop, ids: [id = 0] }: Visit): Order {
  const order = shop.orders.get(id)
  if (order === undefined) throw notFound()
  return order
}

function checked(body: Fields): Fields {
  const wrong = Object.entries(orderRules).find(([name, allows]) => !allows(body[name]))
  if (wrong !== undefined) throw invalid(wrong[0])
  return Object.fromEntries(Object.keys(orderRules).map((name) => [name, body[name]]))
}

/** @see RFC 7396, 2 */
function merge(target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch
  const merged = new Map(Object.entries(isFields(target) ? target : {}))
  for (const [name, value] of Object.entries(patch))
    if (value === null) merged.delete(name)
    else merged.set(name, merge(merged.get(name), value))
  return Object.fromEntries(merged)
}

/** Returns a strong tag: every change to the order changes it. @see RFC 9110, 8.8.3 */
function tagOf(order: object): string {
  return `"${createHash('sha256').update(JSON.stringify(order)).digest('hex').slice(0, 16)}"`
}

function withTag(answer: Answer): Answer {
  const { headers, body } = answer
  return { ...answer, headers: { ...headers, etag: tagOf(body as object) } }
}

/** @see RFC 9110, 13.1.1 */
function demandMatch(incoming: IncomingMessage, order: Order): void {
  const wanted = incoming.headers['if-match']
  if (wanted === undefined) return
  if (wanted.split(',').some((tag) => ['*', tagOf(order)].includes(tag.trim()))) return
  throw new Problem(412, 'Changed', 'The order has changed since it was read.')
}

/** True if CSV is preferred to JSON. @see RFC 9110, 12.5.1 */
function prefersCsv(accept = '*/*'): boolean {
  const weigh = (mediaType: string, range: string): number => {
    const entries = accept.split(',').map((entry) => entry.trim().toLowerCase())
    const find = (wanted: string) => entries.find((entry) => entry.split(';')[0]?.trim() === wanted)
    const entry = find(mediaType) ?? find(range) ?? find('*/*')
    if (entry === undefined) return 0
    return Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1)
  }
  return weigh('text/csv', 'text/*') > weigh('application/json', 'application/*')
}

/** Writes one line per order. @see RFC 4180 */
function csvOf(orders: readonly Order[]): Answer {
  const cell = (value: unknown): string => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const names = ['id', ...Object.keys(orderRules), 'created_at']
  const lines = [names, ...orders.map((order) => names.map((name) => cell(order[name])))]
  const body = lines.map((line) => `${line.join(',')}\r\n`).join('')
  return { status: 200, body, headers: { 'content-type': 'text/csv; charset=utf-8' } }
}
