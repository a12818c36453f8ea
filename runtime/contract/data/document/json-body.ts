import {
  isJson,
  isJsonPatch,
  isMediaRange,
  isMultipart,
  isXml,
  type MediaTypeDescriptor,
  matchContent,
  matchesMediaType,
  mayHaveBody,
  mediaTypeEssence,
  type OperationDescriptor,
  operationAsWritten,
  URL_ENCODED_FORM,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'

/** An operation's JSON body. */
export interface JsonBody {
  /** The media type that is sent. */
  readonly mediaType: string
  readonly schema: JsonSchema
  readonly examples: readonly unknown[]
  /** JSON Pointer to the entry in `content`. */
  readonly clause: string
}

/**
 * The JSON that a request body accepts: content with a JSON media type, or content whose media range includes
 * JSON if a response has the same schema in JSON. JSON Patch is excluded, because it contains operations
 * instead of properties. The body of a GET or HEAD is excluded, because servers are allowed to ignore it,
 * even if it is documented.
 * @see RFC 9110, 9.3.1
 */
export function jsonBody(operation: OperationDescriptor): JsonBody | undefined {
  const { pointer, requestBody } = operation
  const { method } = operationAsWritten(operation)
  if (!mayHaveBody(method)) return undefined
  const content = Object.entries(requestBody?.content ?? {}).filter(([, { octets }]) => !octets)
  const found =
    content.find(([type]) => isJson(type) && !isJsonPatch(type)) ??
    content.find(
      ([type, { schema }]) => matchesMediaType(type, JSON_TYPE) && isAnsweredInJson(operation, schema),
    )
  if (found === undefined) return undefined
  const [type, { schema = true, examples = [] }] = found
  const clause = pointerBelow(pointer, 'requestBody', 'content', type)
  return { mediaType: isJson(type) ? type : JSON_TYPE, schema, examples, clause }
}

/** The JSON of a request body or, if it accepts none, a form, whose fields are properties too. */
export function bodyOfMembers(operation: OperationDescriptor): JsonBody | undefined {
  const { method, pointer, requestBody } = operation
  const form = Object.entries(requestBody?.content ?? {}).find(
    ([type, { schema }]) => FORMS.includes(mediaTypeEssence(type)) && schema !== undefined,
  )
  if (form === undefined || !mayHaveBody(method)) return jsonBody(operation)
  const [mediaType, { schema = true, examples = [] }] = form
  const clause = pointerBelow(pointer, 'requestBody', 'content', mediaType)
  return jsonBody(operation) ?? { mediaType, schema, examples, clause }
}

const JSON_TYPE = 'application/json'

function isAnsweredInJson({ responses }: OperationDescriptor, schema: JsonSchema | undefined): boolean {
  const sent = JSON.stringify(schema)
  return Object.values(responses)
    .flatMap(({ content = {} }) => Object.entries(content))
    .some(([type, shown]) => isJson(type) && sent !== undefined && JSON.stringify(shown.schema) === sent)
}

/** The description of a body in a given media type. */
export function documentedBodyMedia(
  { requestBody }: OperationDescriptor,
  mediaType: string,
): MediaTypeDescriptor {
  const { content = {} } = requestBody ?? {}
  return content[matchContent(Object.keys(content), mediaType) ?? ''] ?? {}
}

const FORMS: readonly string[] = [URL_ENCODED_FORM, 'multipart/form-data']

/** @see OpenAPI 3.1.1, 4.8.14.2: `application/octet-stream: {}` */
function hasMembers(mediaType: string): boolean {
  return (
    isJson(mediaType) ||
    isXml(mediaType) ||
    isMultipart(mediaType) ||
    isMediaRange(mediaType) ||
    mediaTypeEssence(mediaType) === URL_ENCODED_FORM
  )
}

/**
 * JSON if the document offers it; otherwise the first documented content. Content without a schema is treated
 * as a string, or as any value if its media type has members.
 */
export function bestContentOfBody(operation: OperationDescriptor) {
  const [first] = Object.entries(operation.requestBody?.content ?? {})
  if (first === undefined) return undefined
  const [mediaType, { schema = hasMembers(mediaType) || { type: 'string' }, examples = [] }] = first
  return jsonBody(operation) ?? { mediaType, schema, examples }
}
