/** First and longest pause that we choose ourselves, in milliseconds; each retry doubles it. */
const BACKOFF_FIRST_MS = 250
const BACKOFF_LONGEST_MS = 8_000

/** A server that asks for more than this is not waited for: the caller gets its answer at once. */
const RETRY_AFTER_LONGEST_MS = 60_000

/** Answers that say "later": too many requests, bad gateway, unavailable, gateway timeout. */
const RETRYABLE_STATUSES = [429, 502, 503, 504]

/** Milliseconds before retry number `attempt` (from 0): exponential, half of it random so that clients spread out. */
export function backoff(attempt: number): number {
  const longest = Math.min(BACKOFF_LONGEST_MS, BACKOFF_FIRST_MS * 2 ** attempt)
  return longest * (0.5 + Math.random() / 2)
}

/**
 * How long to wait before asking again after an answer.
 * @returns Milliseconds, or `undefined` when the answer is final.
 * @see RFC 9110, 10.2.3: Retry-After is seconds or a date
 */
export function retryDelay(response: Response, attempt: number): number | undefined {
  if (!RETRYABLE_STATUSES.includes(response.status)) return undefined
  const header = response.headers.get('Retry-After')?.trim()
  if (!header) return backoff(attempt)
  const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  if (Number.isNaN(asked)) return backoff(attempt)
  return asked > RETRY_AFTER_LONGEST_MS ? undefined : Math.max(0, asked)
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
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
