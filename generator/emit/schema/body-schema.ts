import { essence, isJson, isRange, isText, type MediaTypeDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'

const FORM = 'application/x-www-form-urlencoded'

/**
 * The schema of a body as JavaScript meets it: a text arrives as one string and octets as a Blob, whatever they hold.
 * JSON, forms that are sent, and ranges keep their own. A stream is a text where it is not read item by item.
 */
export function bodySchema(
  mediaType: string,
  { schema = true, stream }: MediaTypeDescriptor,
  direction: 'request' | 'response',
): JsonSchema {
  const kept =
    isJson(mediaType) ||
    isRange(mediaType) ||
    mediaType.startsWith('multipart/') ||
    (direction === 'request' && essence(mediaType) === FORM)
  if (kept) return schema
  if (stream !== undefined) return { type: 'string' }
  if (!isText(mediaType)) return { type: 'string', format: 'binary' }
  const { type, format } = keywordsOf(schema)
  return type === 'string' && format !== 'binary' ? schema : { type: 'string' }
}
