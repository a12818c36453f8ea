import { isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Exchange, SentRequest } from '../../data/exchange/exchange.ts'
import { answerJsonOfText } from '../../data/exchange/json-text.ts'
import { effects, isSubscription } from '../../lexicon/lexicon.ts'

interface UnansweredRequest {
  readonly operation: OperationDescriptor
  readonly exchange: Exchange
  /** True if a response began but did not end. */
  readonly isUnending: boolean
  /** True if the time limit was reached, instead of the connection breaking. */
  readonly isLate: boolean
}

/**
 * Thrown if a request got no complete response because the connection broke, or because the time limit was
 * reached.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** The operation of the request, which may only prepare for the operation that a rule tests. */
  readonly operation: OperationDescriptor
  readonly exchange: Exchange
  readonly isUnending: boolean
  /** The host of another server, if the server may only have waited for that one. */
  readonly awaited: string | undefined
  /** True if the server may only have waited for an event. */
  readonly isWaiting: boolean

  constructor(message: string, { operation, exchange, isUnending, isLate }: UnansweredRequest) {
    super(message)
    this.isWaiting = isLate && (mayWait(operation) || (!isUnending && isNamedSubscription(operation)))
    this.awaited = isLate && !isUnending ? otherServerIn(exchange.request) : undefined
    this.isUnending = isUnending
    this.operation = operation
    this.exchange = exchange
  }
}

/** True if the document says that the server may wait for an event, or for as long as a parameter states. */
function mayWait({ awaits, parameters = [] }: OperationDescriptor): boolean {
  return awaits === true || parameters.some(({ waits }) => waits === true)
}

function isNamedSubscription(operation: OperationDescriptor): boolean {
  return isSafe(operation.method) && isSubscription(operation)
}

/** The host of another server that a request asks its server to contact: `{ "feed_url": "https://…" }`. */
export function otherServerIn({ url, body }: SentRequest): string | undefined {
  const { host, searchParams } = new URL(url)
  const named = [...searchParams, ...addressesIn(answerJsonOfText(body ?? ''))]
  return named
    .filter(([name]) => effects.elsewhere.has(name))
    .map(([, value]) => URL.parse(value))
    .find((address) => address !== null && address.host !== '' && address.host !== host)?.host
}

/** The strings in a value, at any depth, with the names of their properties. */
function addressesIn(value: unknown, name = ''): readonly (readonly [name: string, text: string])[] {
  if (typeof value === 'string') return [[name, value]]
  if (Array.isArray(value)) return value.flatMap((item: unknown) => addressesIn(item, name))
  return isObject(value) ? Object.entries(value).flatMap(([inner, held]) => addressesIn(held, inner)) : []
}
