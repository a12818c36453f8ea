const SECONDS = /^\d+(\.\d+)?$/
const DATE = /^[a-z]{3}|^\d{4}-\d\d-\d\d/i

/**
 * Returns the wait that a response asks for with `Retry-After`, in milliseconds; `undefined` if it asks for
 * none.
 * @see RFC 9110, 10.2.3: seconds or a date
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (SECONDS.test(text)) return Number(text) * 1000
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now())
}
