import { essence, isJson, isText } from '../../http/media-type.ts'
import { coerce } from '../values/coerce.ts'
import type { SchemaShape } from '../values/schema-shape.ts'
import { type BodyLimits, tooMany } from './body-limits.ts'
import { parseJson } from './parse-json.ts'

type Bytes = Uint8Array<ArrayBuffer>

const LINE_BREAK = bytesOf('\r\n')
const BLANK_LINE = bytesOf('\r\n\r\n')
const END = bytesOf('--')

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a multipart body whose parts only their places tell apart: JSON is parsed, text becomes what the schema allows at its place,
 * anything else is a Blob. What stands before the first part and behind the last is passed over.
 * @throws SyntaxError when the parts cannot be told apart; HttpProblem `body-too-complex` when there are more than allowed.
 * @see RFC 2046, 5.1; OpenAPI 3.2.0, Encoding By Position
 */
export function parseParts(
  bytes: Bytes,
  contentType: string,
  { shape, limits }: { readonly shape: SchemaShape; readonly limits: BodyLimits },
): unknown[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new SyntaxError('its media type has no boundary')
  const delimiter = bytesOf(`\r\n--${boundary}`)
  const first = delimiter.subarray(LINE_BREAK.length)
  const values: unknown[] = []
  let at = startsWith(bytes, first, 0) ? first.length : behind(bytes, delimiter, 0)
  while (!startsWith(bytes, END, at)) {
    if (values.length === limits.fields) throw tooMany('fields', limits.fields)
    const start = behind(bytes, LINE_BREAK, at)
    // The line break that ends one delimiter may begin the next.
    at = behind(bytes, delimiter, start - LINE_BREAK.length)
    const part = bytes.subarray(start, Math.max(start, at - delimiter.length))
    values.push(readPart(part, { shape: shape.item(values.length), limits }))
  }
  return values
}

function readPart(
  part: Bytes,
  { shape, limits }: { readonly shape: SchemaShape; readonly limits: BodyLimits },
): unknown {
  const isBare = startsWith(part, LINE_BREAK, 0)
  const headEnd = isBare ? 0 : find(part, BLANK_LINE, 0)
  const head = utf8.decode(part.subarray(0, headEnd === -1 ? part.length : headEnd))
  const content = headEnd === -1 ? new Uint8Array() : part.subarray(headEnd + (isBare ? 2 : 4))
  const type = /^content-type:[ \t]*(.*)$/im.exec(head)?.[1]?.trim() ?? 'text/plain'
  if (isJson(type)) return parseJson(utf8.decode(content), limits)
  if (isText(type)) return coerce(utf8.decode(content), shape)
  return new Blob([content], { type: essence(type) })
}

/** Where the first occurrence from a place on ends. @throws SyntaxError where there is none. */
function behind(bytes: Bytes, pattern: Bytes, from: number): number {
  const at = find(bytes, pattern, from)
  if (at === -1) throw new SyntaxError('its parts have no end')
  return at + pattern.length
}

function find(bytes: Bytes, pattern: Bytes, from: number): number {
  const first = pattern[0] ?? 0
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1))
    if (startsWith(bytes, pattern, at)) return at
  return -1
}

function startsWith(bytes: Bytes, pattern: Bytes, at: number): boolean {
  return pattern.every((byte, index) => bytes[at + index] === byte)
}

function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text)
}
