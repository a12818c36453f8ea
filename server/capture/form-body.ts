import { mediaTypeEssence } from '@concordat/runtime/http'
import { type Incoming, toIncoming } from '@concordat/runtime/server'
import { Refusal } from '../refusals/refusal.ts'
import { captureRefusals } from './refusals.ts'

/** Maximum number of fields in a form; the browser library sends four. */
const mostFields = 100

/**
 * Extracts JSON from a form's `data` field. The browser library sends such a form if it cannot compress,
 * because a form needs no CORS preflight. Other requests are returned unchanged. The JSON is parsed later,
 * within its limits.
 * @throws Refusal if a form has no data or too many fields; HttpProblem if it is larger than `maxBytes`.
 */
export async function captureWithoutForm(incoming: Incoming, maxBytes: number): Promise<Incoming> {
  const { request } = incoming
  if (mediaTypeEssence(request.headers.get('content-type')) !== 'application/x-www-form-urlencoded')
    return incoming
  const text = new TextDecoder().decode(await incoming.readBody(maxBytes))
  assertFewFields(text)
  const form = new URLSearchParams(text)
  const data = form.get('data') ?? ''
  if (data === '') throw new Refusal(captureRefusals.formWithoutData, 'data')
  const compression = new URL(request.url).searchParams.get('compression') ?? form.get('compression')
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  const body = compression === 'base64' ? Buffer.from(data, 'base64') : data
  return toIncoming(new Request(request.url, { method: request.method, headers, body }))
}

/**
 * Rejects too many fields before the form is parsed, because Node takes quadratic time for names without a
 * value: a quarter of an hour for 20 MB of them.
 */
function assertFewFields(text: string): void {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++count > mostFields) throw new Refusal(captureRefusals.formTooManyFields)
  }
}
