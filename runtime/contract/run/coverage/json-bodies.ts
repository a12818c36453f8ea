import { isJson, type MediaTypeDescriptor, matchContent, mediaTypeEssence } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { documentedResponseFor } from '../../data/document/response-key.ts'
import { type Answer, wholeAnswerValue } from '../../data/exchange/answer.ts'
import { answerJsonOfText } from '../../data/exchange/json-text.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'

interface JsonValue {
  readonly value: unknown
  readonly schema: JsonSchema
  /** The media type as written in the document. */
  readonly key: string
}

/** Returns a request's JSON body; `undefined` if it has none, or if the body is undocumented. */
export function coveredRequestJson({ operation, body, raw }: RequestPlan): JsonValue | undefined {
  const mediaType = mediaTypeEssence(raw?.contentType ?? body?.mediaType)
  const value = raw === undefined ? body?.value : answerJsonOfText(raw.text)
  return jsonValue(value, mediaType, operation.requestBody?.content)
}

/** Returns a response's JSON body; `undefined` if it has none, or if the response is undocumented. */
export function coveredAnswerJson({ operation }: RequestPlan, answer: Answer): JsonValue | undefined {
  const { response } = documentedResponseFor(operation, answer.status) ?? {}
  return response?.payloadNotShown || answer.isUnread
    ? undefined
    : jsonValue(wholeAnswerValue(answer), mediaTypeEssence(answer.mediaType), response?.content)
}

function jsonValue(
  value: unknown,
  mediaType: string,
  content: Readonly<Record<string, MediaTypeDescriptor>> = {},
): JsonValue | undefined {
  const key = matchContent(Object.keys(content), mediaType)
  if (value === undefined || key === undefined || !isJson(mediaType)) return undefined
  const { enclosed, octets, schema = true } = content[key] ?? {}
  return octets ? undefined : { value, key, schema: enclosed?.schema ?? schema }
}
