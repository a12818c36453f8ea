import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Fields, isFields } from '../exchange.ts'

/** Code that all of the store's resources share: a request whose handler was found, its body, and its end. */

export interface Item extends Fields {
  readonly id: number
}

export interface Product extends Item {
  readonly category: string
}

export interface Order extends Item {
  readonly quantity: number
  readonly priority: string
}

/** The first request with an Idempotency-Key, and its response. */
export interface Replay {
  readonly fields: Fields
  readonly answer: Answer
}

/**
 * The data that the keys of one shop can see. Maps keep the order of creation, which is also the order of
 * lists.
 */
export interface Shop {
  readonly products: Map<number, Product>
  /** By product. */
  readonly reviews: Map<number, Map<number, Item>>
  /** Product images, by product id. */
  readonly images: Map<number, Fields>
  readonly orders: Map<number, Order>
  /** By Idempotency-Key. */
  readonly replays: Map<string, Replay>
}

export interface Answer {
  readonly status: number
  /** JSON, or a string whose media type is in `headers`. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request to an existing path, with a known key. */
export interface Visit {
  readonly shop: Shop
  readonly query: URLSearchParams
  /** The path without a trailing slash. */
  readonly path: string
  /** The integers in the path, in order. */
  readonly ids: readonly number[]
  readonly incoming: IncomingMessage
}

export type Handler = (visit: Visit) => Answer | Promise<Answer>

export interface Route {
  readonly pattern: RegExp
  readonly handlers: Readonly<Record<string, Handler>>
}

/** Ends a request with a problem. @see RFC 9457 */
export class Problem extends Error {
  readonly status: number
  readonly title: string

  constructor(status: number, title: string, detail: string) {
    super(detail)
    this.status = status
    this.title = title
  }
}

export const notFound = (): Problem => new Problem(404, 'Not found', 'The shop has no such item.')

export const invalid = (what: string): Problem =>
  new Problem(400, 'Invalid', `"${what}" is missing or not valid.`)

/** Reads the body as a JSON object. The Content-Type must be the expected one. */
export async function readObject(incoming: IncomingMessage, expected = 'application/json'): Promise<Fields> {
  const bytes = await buffer(incoming)
  if (bytes.length > 0 && mediaTypeOf(incoming) !== expected)
    throw new Problem(415, 'Unsupported media type', `The body has to be "${expected}".`)
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (isFields(value)) return value
  } catch {
    // Rejected below, like other JSON values.
  }
  throw new Problem(400, 'Invalid', 'The body is not a JSON object.')
}

/** Reads the body as a multipart form. */
export async function readForm(incoming: IncomingMessage): Promise<FormData> {
  const bytes = await buffer(incoming)
  if (mediaTypeOf(incoming) !== 'multipart/form-data')
    throw new Problem(415, 'Unsupported media type', 'The body has to be "multipart/form-data".')
  try {
    const headers = { 'content-type': String(incoming.headers['content-type']) }
    return await new Response(bytes, { headers }).formData()
  } catch {
    throw new Problem(400, 'Invalid', 'The body has no parts with the boundary that its Content-Type names.')
  }
}

function mediaTypeOf(incoming: IncomingMessage): string | undefined {
  return incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
}

/** Returns an integer from the query, or `otherwise` if it is absent. */
export function integerOf(
  query: URLSearchParams,
  { name, least, most, otherwise }: { name: string; least: number; most: number; otherwise: number },
): number {
  const text = query.get(name)
  if (text === null) return otherwise
  const value = Number(text)
  if (!/^-?\d+$/.test(text) || value < least || value > most) throw invalid(name)
  return value
}

export function created(item: Item, path: string): Answer {
  return { status: 201, body: item, headers: { location: `${path}/${item.id}` } }
}
