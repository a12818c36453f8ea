import { isSafe, type OperationDescriptor, operationAsWritten } from '@concordat/runtime/http'
import type { SentRequest } from '../../data/exchange/exchange.ts'
import { isSubscription } from '../../lexicon/lexicon.ts'
import { DEFAULT_TIMEOUT_MS, type OperationTarget, type Target } from '../target/target.ts'
import { Pace } from '../transport/pace.ts'
import { type NoAnswer, otherServerIn } from './no-answer.ts'

/**
 * Time limit for a read that waits for an event, which may never happen, and for a request that names another
 * server, once the server under test has waited for one in vain.
 */
const MOST_WAIT_MS = 3000
/** The same for a read that waits for an event, once another one has waited for one in vain. */
const NEXT_WAIT_MS = 500

/** Rates and time limits for requests, for the target and for operations that have their own. */
export class OperationLimits {
  readonly #target: Target
  readonly #pace: Pace
  /** Paces for operations that have their own rate. */
  readonly #paces = new Map<OperationTarget, Pace>()
  #isOtherAway = false
  #isEventAway = false

  constructor(target: Target) {
    this.#target = target
    this.#pace = new Pace(target.rate)
  }

  /** Waits until a request to an operation may be sent. @param wait Receives each wait. */
  async turn(operation: OperationDescriptor, wait: (turn: Promise<unknown>) => Promise<void>): Promise<void> {
    const settings = this.#settingsOf(operation)
    const own = this.#paces.get(settings) ?? new Pace(settings.rate)
    if (own.isLimited) this.#paces.set(settings, own)
    for (const pace of [this.#pace, own]) if (pace.isLimited) await wait(pace.turn())
  }

  /** Notes that a response was late, because the server waited for another one or for an event. */
  noteLate({ awaited, operation }: NoAnswer): void {
    if (awaited !== undefined) this.#isOtherAway = true
    if (isSubscribing(operation)) this.#isEventAway = true
  }

  /** Milliseconds for one request. */
  timeoutOf(operation: OperationDescriptor, request: SentRequest): number {
    const { timeoutMs } = this.#settingsOf(operation)
    const most = timeoutMs ?? this.#target.timeoutMs ?? DEFAULT_TIMEOUT_MS
    if (timeoutMs !== undefined) return most
    if (isSubscribing(operation)) return Math.min(most, this.#isEventAway ? NEXT_WAIT_MS : MOST_WAIT_MS)
    const isOfOther = this.#isOtherAway && otherServerIn(request) !== undefined
    return isOfOther ? Math.min(most, MOST_WAIT_MS) : most
  }

  /** Returns an operation's settings, which override the general ones. */
  #settingsOf(operation: OperationDescriptor): OperationTarget {
    return this.#target.operations?.[operationAsWritten(operation).operationId] ?? {}
  }
}

function isSubscribing(operation: OperationDescriptor): boolean {
  return isSafe(operation.method) && (operation.awaits === true || isSubscription(operation))
}
