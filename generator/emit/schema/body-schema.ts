import {
  essence,
  isJson,
  isMultipart,
  isRange,
  isText,
  type MediaTypeDescriptor,
} from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'

const FORM = 'application/x-www-form-urlencoded'

/**
 * The schema of a body as JavaScript meets it: a text arrives as one string, octets and parts as a Blob,
 * whatever they hold. JSON, forms and parts that are sent, and ranges keep their own schema. A stream that is
 * not read item by item is a text.
 */
export function bodySchema(
  mediaType: string,
  { schema = true, stream }: MediaTypeDescriptor,
  direction: 'request' | 'response',
): JsonSchema {
  const kept =
    isJson(mediaType) ||
    isRange(mediaType) ||
    (direction === 'request' && (essence(mediaType) === FORM || isFields(mediaType, schema)))
  if (kept) return schema
  if (stream !== undefined) return { type: 'string' }
  if (!isText(mediaType)) return { type: 'string', format: 'binary' }
  const { type, format } = keywordsOf(schema)
  return type === 'string' && format !== 'binary' ? schema : { type: 'string' }
}

/** True if a multipart body is taken apart: always for a form, and for parts if the schema describes them. */
function isFields(mediaType: string, schema: JsonSchema): boolean {
  return isMultipart(mediaType) && (essence(mediaType) === 'multipart/form-data' || schema !== true)
}
