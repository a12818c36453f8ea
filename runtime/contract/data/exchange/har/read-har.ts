import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import type { Recorded } from '../recorded.ts'
import { credentialFromBase64 } from '../request.ts'

/** Thrown if a file that should be an HTTP Archive is not one. */
export class HarError extends Error {
  override readonly name = 'HarError'
}

/**
 * The traffic in an HTTP Archive, whatever program wrote it: a browser, a proxy or a test runner. Variants
 * are accepted: bodies can be in Base64, in a separate file (`_file`) or missing, and HTTP/2 headers can
 * begin with ":". Requests without a response and entries other than HTTP are omitted.
 * @param attachment reads a file that an entry refers to; returns `undefined` if it does not exist.
 * @throws HarError for a file without `log.entries`.
 */
export function readHar(
  har: unknown,
  attachment: (name: string) => string | undefined = () => undefined,
): Recorded[] {
  const entries = valueAt(har, ['log', 'entries'])
  if (!Array.isArray(entries))
    throw new HarError('This is not an HTTP Archive: it has no "log.entries" list.')
  return entries.flatMap((entry: unknown) => recordedIn(entry, attachment) ?? [])
}

/** The exchange in one entry; `undefined` if it has no response or is not HTTP. */
export function recordedIn(
  entry: unknown,
  attachment: (name: string) => string | undefined = () => undefined,
): Recorded | undefined {
  const status = valueAt(entry, ['response', 'status'])
  const url = textAt(entry, ['request', 'url'])
  const method = textAt(entry, ['request', 'method'])
  if (typeof status !== 'number' || status < 200 || url === undefined || method === undefined)
    return undefined
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined
  const body = bodyOf(valueAt(entry, ['request', 'postData']))
  const content = valueAt(entry, ['response', 'content'])
  const text = textOf(content, attachment)
  const headers = headersOf(valueAt(entry, ['response', 'headers']))
  const mediaType = textAt(content, ['mimeType'])
  // Some programs write the media type only in `mimeType`, so it is added as a header.
  if (!headers.has('content-type') && mediaType && mediaType !== 'x-unknown')
    set(headers, 'content-type', mediaType)
  return {
    request: {
      method: method.toUpperCase(),
      url,
      headers: Object.fromEntries(headersOf(valueAt(entry, ['request', 'headers']))),
      ...(body !== undefined && { body }),
    },
    ...{ status, headers },
    ...(text !== undefined && { text }),
  }
}

function textAt(value: unknown, path: readonly string[]): string | undefined {
  const found = valueAt(value, path)
  return typeof found === 'string' ? found : undefined
}

/**
 * A body can be in Base64. Alternatively, only a form's fields are recorded, which is enough to restore a
 * form without files.
 */
function bodyOf(sent: unknown): string | undefined {
  const text = textAt(sent, ['text'])
  if (text !== undefined && text !== '')
    return textAt(sent, ['encoding']) === 'base64' ? credentialFromBase64(text) : text
  const fields = memberOf(sent, 'params')
  const isForm = textAt(sent, ['mimeType'])?.startsWith('application/x-www-form-urlencoded') === true
  if (!isForm || !Array.isArray(fields)) return text
  const pairs = fields.map((field: unknown) => [
    textAt(field, ['name']) ?? '',
    textAt(field, ['value']) ?? '',
  ])
  return new URLSearchParams(pairs).toString()
}

/** A body of size 0 is known to be empty. For any other size without text, the content is unknown. */
function textOf(content: unknown, attachment: (name: string) => string | undefined): string | undefined {
  const text = textAt(content, ['text'])
  const file = textAt(content, ['_file'])
  if (text === undefined && file !== undefined) return attachment(file)
  if (text === undefined) return memberOf(content, 'size') === 0 ? '' : undefined
  return textAt(content, ['encoding']) === 'base64' ? credentialFromBase64(text) : text
}

/** A header with several values can have several entries, or one entry with several lines. */
function headersOf(pairs: unknown): Headers {
  const headers = new Headers()
  for (const pair of Array.isArray(pairs) ? pairs : []) {
    const [name, value] = isObject(pair) ? [pair['name'], pair['value']] : []
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue
    for (const line of value.split('\n')) set(headers, name, line)
  }
  return headers
}

function set(headers: Headers, name: string, value: string): void {
  try {
    headers.append(name, value)
  } catch {
    // A name or value that is invalid in a header cannot have been sent as a header, so it is omitted.
  }
}
