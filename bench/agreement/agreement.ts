import { Unmakeable } from '@concordat/contract/values'
import {
  type DocumentDescriptor,
  type OperationDescriptor,
  SerializationError,
} from '@concordat/runtime/http'
import { Exchange } from './exchange.ts'
import type { GeneratedCode } from './generated-code.ts'
import { answersOf, makeCall } from './make-call.ts'
import { Values } from './values.ts'
import { judge } from './verdict.ts'

/** Counts by reason. */
export type Reasons = Readonly<Record<string, number>>

/** Outcome of all calls for one document. */
export interface Agreement {
  /** Number of calls made. Each of them agreed, was rejected by the client, or disagreed. */
  readonly calls: number
  readonly agreed: number
  /**
   * Number of agreed calls in which a value arrived in another form that looks the same on the wire, such as
   * "1" for 1, or an item for a list of one.
   */
  readonly alike: number
  /** Number of calls that the client rejected before it sent anything, by reason. */
  readonly refused: Reasons
  /** Number of calls and optional parameters that were skipped, by reason. */
  readonly leftOut: Reasons
  /** Calls whose two ends disagree, one line each. */
  readonly disagreements: readonly string[]
  /** Samples that are invalid against their own schema, one line each. */
  readonly refusedSamples: readonly string[]
}

export interface AgreementOptions {
  readonly seed: number
  /** Minimum number of calls per operation; each documented response gets at least one. */
  readonly rounds: number
}

/**
 * Calls the operations of a document with values from its schemas, and compares what each end sent with what
 * the other received.
 */
export async function agreementOf(
  ends: readonly GeneratedCode[],
  { seed, rounds }: AgreementOptions,
): Promise<Agreement> {
  const book = new Book()
  const refused: string[] = []
  for (const code of ends) {
    const values = new Values(code.document, seed)
    await callOperations(code, { exchange: new Exchange(code), values, book, rounds })
    refused.push(...values.refused)
  }
  return book.close(refused)
}

async function callOperations({ document }: GeneratedCode, tools: Tools): Promise<void> {
  const places = new Set<string>()
  for (const operation of document.operations) {
    const place = placeOf(operation)
    if (needsTwoInOneHeader(operation, document))
      tools.book.leftOut('it needs two credentials in the same header')
    else if (places.has(place)) tools.book.leftOut('another operation has the same method and path')
    else await callAll(operation, tools)
    places.add(place)
  }
}

/**
 * Returns the method and path by which a server tells operations apart: without the path's fragment and
 * parameter names.
 */
function placeOf({ method, path }: OperationDescriptor): string {
  return `${method} ${path.replace(/#.*$/, '').replaceAll(/\{[^}]*\}/g, '{}')}`
}

/** True if every security requirement needs the `Authorization` header more than once. */
function needsTwoInOneHeader(
  { security = [] }: OperationDescriptor,
  { securitySchemes }: DocumentDescriptor,
): boolean {
  const isAuthorization = (name: string): boolean =>
    !['apiKey', 'mutualTLS', undefined].includes(securitySchemes[name]?.type)
  return (
    security.length > 0 &&
    security.every((requirement) => Object.keys(requirement).filter(isAuthorization).length > 1)
  )
}

interface Tools {
  readonly exchange: Exchange
  readonly values: Values
  readonly book: Book
  readonly rounds: number
}

async function callAll(
  operation: OperationDescriptor,
  { exchange, values, book, rounds }: Tools,
): Promise<void> {
  const answers = answersOf(operation)
  for (let round = 0; round < Math.max(rounds, answers.length); round++) {
    try {
      const made = makeCall(operation, { answers, round, values, onUnmade: (reason) => book.leftOut(reason) })
      const manner = round % 2 === 0 ? 'result' : 'plain'
      const seen = await exchange.call(operation.operationId, made.asked, { answer: made.answer, manner })
      const verdict = await judge(operation, made, seen)
      if (verdict.kind !== 'differs') book.agreed(verdict.kind)
      else if (seen.error instanceof SerializationError && seen.received === undefined)
        book.refused(seen.error.message)
      else book.differs(`${operation.operationId}, call ${round}: ${verdict.how}`)
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error
      book.leftOut(error.message)
    }
  }
}

class Book {
  #agreed = 0
  #alike = 0
  readonly #refused = new Map<string, number>()
  readonly #leftOut = new Map<string, number>()
  readonly #disagreements: string[] = []

  agreed(how: 'agreed' | 'alike'): void {
    this.#agreed++
    if (how === 'alike') this.#alike++
  }

  refused(reason: string): void {
    count(this.#refused, reason)
  }

  leftOut(reason: string): void {
    count(this.#leftOut, reason)
  }

  differs(how: string): void {
    this.#disagreements.push(how)
  }

  close(refusedSamples: readonly string[]): Agreement {
    const refused = [...this.#refused.values()].reduce((sum, number) => sum + number, 0)
    return {
      calls: this.#agreed + refused + this.#disagreements.length,
      agreed: this.#agreed,
      alike: this.#alike,
      refused: Object.fromEntries(this.#refused),
      leftOut: Object.fromEntries(this.#leftOut),
      disagreements: this.#disagreements,
      refusedSamples,
    }
  }
}

/** Counts a message under its reason, which is the message without quoted values and the operation's name. */
function count(reasons: Map<string, number>, message: string): void {
  const reason = message.replaceAll(/"[^"]*"/g, '"…"').replace(/^\S+ (?=cannot be called)/, 'An operation ')
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
}
