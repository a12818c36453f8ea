import { isIdempotent } from '../../http/method.ts'
import { retryAfterMs } from '../../http/retry-after.ts'
import type { Middleware } from '../call/call.ts'
import { NetworkError, TimeoutError } from '../errors/errors.ts'
import { wholeResponse } from './whole-response.ts'

/** Options of `retry`: which calls it repeats, and how often. */
export interface RetryOptions {
  /** Maximum number of times that a call is repeated. Default: 2. */
  readonly retries?: number
  /**
   * Header that makes every method repeatable. A call that is not idempotent and lacks this header gets a
   * key, which is the same for all attempts. Default: the header that the document declares for the
   * operation, such as `Idempotency-Key`.
   */
  readonly idempotencyHeader?: string
  /** Repeats calls with any method, even without a key. The caller guarantees that this does no harm. */
  readonly anyMethod?: boolean
}

/**
 * Repeats a call after a network failure, a timeout, or 429, 502, 503 or 504. It waits as long as
 * `Retry-After` says; without that header, each pause is about twice as long as the last. By default, only
 * idempotent methods and calls with an idempotency key are repeated. A stream body is sent only once.
 */
export function retry({ retries = 2, idempotencyHeader, anyMethod = false }: RetryOptions = {}): Middleware {
  return async (given, next, sending) => {
    const { operation, options } = sending.call
    const header = isIdempotent(given.method) ? undefined : (idempotencyHeader ?? operation.idempotencyHeader)
    const request = header === undefined ? given : withKey(given, header)
    const mayRepeat = anyMethod || header !== undefined || isIdempotent(given.method)
    const most = mayRepeat && sending.body?.replayable !== false ? retries : 0
    for (let attempt = 0; attempt < most; attempt += 1) {
      let delay: number | undefined
      try {
        const response = await next(request.clone())
        delay = retryDelay(response, attempt)
        if (delay === undefined) return operation.streams ? response : await wholeResponse(response, sending)
        await response.body?.cancel()
      } catch (error) {
        if (!(error instanceof NetworkError || error instanceof TimeoutError)) throw error
        delay = backoff(attempt)
      }
      await pauseBeforeRetry(delay, options.signal)
    }
    return next(request)
  }
}

function withKey(request: Request, header: string): Request {
  if (request.headers.has(header)) return request
  const headers = new Headers(request.headers)
  headers.set(header, crypto.randomUUID())
  return new Request(request, { headers })
}

/**
 * First pause before a retry without `Retry-After`, in milliseconds. Each retry doubles the pause, up to the
 * longest one.
 */
const BACKOFF_FIRST_MS = 250
const BACKOFF_LONGEST_MS = 8_000

/**
 * Maximum time to wait because of `Retry-After`, in milliseconds. If the header asks for more, the caller
 * gets the response at once.
 */
const RETRY_AFTER_LONGEST_MS = 60_000

/** Statuses that mean "later": too many requests, bad gateway, unavailable, gateway timeout. */
const RETRYABLE_STATUSES = [429, 502, 503, 504]

/**
 * Milliseconds before retry number `attempt`, counted from 0. The pause grows exponentially, and half of it
 * is random so that clients spread out.
 */
export function backoff(attempt: number): number {
  const longest = Math.min(BACKOFF_LONGEST_MS, BACKOFF_FIRST_MS * 2 ** attempt)
  return longest * (0.5 + Math.random() / 2)
}

/**
 * Pause before the next attempt.
 * @returns Milliseconds, or `undefined` if the response is final.
 */
export function retryDelay(response: Response, attempt: number): number | undefined {
  if (!RETRYABLE_STATUSES.includes(response.status)) return undefined
  const asked = retryAfterMs(response.headers) ?? backoff(attempt)
  return asked > RETRY_AFTER_LONGEST_MS ? undefined : asked
}

/** Waits, and rejects with the signal's reason as soon as the signal aborts. */
export function pauseBeforeRetry(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
