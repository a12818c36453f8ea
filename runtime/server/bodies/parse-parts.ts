import { PartsReader } from '../../http/multipart/parts-reader.ts'
import { readPartValue } from '../../http/multipart/read-value.ts'
import { coerceText } from '../values/coerce.ts'
import type { SchemaShape } from '../values/schema-shape.ts'
import { tooManyParts } from './body-limits.ts'
import { JsonReader, type JsonReading } from './parse-json.ts'

/**
 * Parses a multipart body whose parts are identified by position. JSON is parsed, text becomes a value that
 * the schema allows at that position, and anything else becomes a Blob.
 * @throws SyntaxError if the parts cannot be separated; HttpProblem `body-too-complex` if there are too many.
 * @see RFC 2046, 5.1; OpenAPI 3.2.0, Encoding By Position
 */
export function parseParts(
  bytes: Uint8Array,
  contentType: string,
  { shape, limits }: { readonly shape: SchemaShape; readonly limits: JsonReading },
): unknown[] {
  const reader = new PartsReader(contentType)
  const json = new JsonReader(limits)
  const values: unknown[] = []
  for (const part of reader.push(bytes)) {
    if (values.length === limits.fields) throw tooManyParts('fields', limits.fields)
    const own = shape.item(values.length)
    const parse = (text: string): unknown => json.parse(text)
    values.push(readPartValue(part, { parse, ofText: (text) => coerceText(text, own), isFile: own.isBinary }))
  }
  if (!reader.isEnded) throw new SyntaxError('its closing boundary is missing')
  return values
}
