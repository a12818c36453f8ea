import { essence } from '@concordat/runtime/http'
import { Refusal } from '../refusals/refusal.ts'
import { readAtMost } from './decompress.ts'
import { captureRefusals } from './refusals.ts'

/**
 * Takes JSON out of the field `data` of a form, as which the library for browsers sends it where it cannot compress: a form needs no
 * preflight either. Every other request goes as it came. JSON is not looked at here: that is done within its limits.
 * @throws Refusal when a form has no data, or is larger than `maxBytes`.
 */
export async function withoutForm(request: Request, maxBytes: number): Promise<Request> {
  if (essence(request.headers.get('content-type')) !== 'application/x-www-form-urlencoded') return request
  const form = new URLSearchParams(Buffer.from(await readAtMost(request, maxBytes)).toString())
  const data = form.get('data') ?? ''
  if (data === '') throw new Refusal(captureRefusals.formWithoutData, 'data')
  const compression = new URL(request.url).searchParams.get('compression') ?? form.get('compression')
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  const body = compression === 'base64' ? Buffer.from(data, 'base64') : data
  return new Request(request.url, { method: request.method, headers, body })
}
