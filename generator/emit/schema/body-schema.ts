import {
  isJson,
  isMediaRange,
  isMultipart,
  isTextMediaType,
  type MediaTypeDescriptor,
  mediaTypeEssence,
} from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'

const FORM = 'application/x-www-form-urlencoded'

/**
 * Returns the schema of a body in the form that code handles. JSON, ranges, and a request's forms and parts
 * keep their schema. Any other text, or a stream that is not read item by item, is a string; anything else is
 * a Blob.
 */
export function loweredBodySchema(
  mediaType: string,
  { schema = true, stream }: MediaTypeDescriptor,
  direction: 'request' | 'response',
): JsonSchema {
  const kept =
    isJson(mediaType) ||
    isMediaRange(mediaType) ||
    (direction === 'request' && (mediaTypeEssence(mediaType) === FORM || isFields(mediaType, schema)))
  if (kept) return schema
  if (stream !== undefined) return { type: 'string' }
  if (!isTextMediaType(mediaType)) return { type: 'string', format: 'binary' }
  const { type, format } = keywordsOf(schema)
  return type === 'string' && format !== 'binary' ? schema : { type: 'string' }
}

/**
 * True if a multipart body is split into its parts: always for forms, and for other types if the schema
 * describes the parts.
 */
function isFields(mediaType: string, schema: JsonSchema): boolean {
  return isMultipart(mediaType) && (mediaTypeEssence(mediaType) === 'multipart/form-data' || schema !== true)
}
