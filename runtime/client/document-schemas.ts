/**
 * The package entry `@concordat/runtime/client/schemas`: the document's own schemas for the `validate`
 * middleware.
 */

import { matchContent } from '../http/media/media-type.ts'
import type { DocumentDescriptor, MediaTypeDescriptor } from '../http/operation.ts'
import { responseFor } from '../http/status.ts'
import { createValidator, type Validator } from '../schema/schema.ts'
import type { AnswerSchemas, AnySchema } from './middlewares/validate.ts'

/**
 * Schemas for all of a document's responses, each compiled when it is first needed. They add the whole
 * document and every keyword to a bundle, which is acceptable in servers and tests. In browsers, use only the
 * schemas of the operations that you call, from `responses.ts`.
 * @param document the export of the generated `operations.ts`.
 */
export function documentSchemas({ operations, definitions }: DocumentDescriptor): AnswerSchemas {
  const compile = createValidator(definitions)
  const compiled = new Map<MediaTypeDescriptor, Validator>()
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  return ({ operationId, status, mediaType }) => {
    const response = responseFor(byId.get(operationId)?.responses ?? {}, status)
    const { content, payloadNotShown } = response ?? {}
    const media = content?.[matchContent(Object.keys(content), mediaType) ?? '']
    if (media?.schema === undefined || media.octets || payloadNotShown) return undefined
    const validator = compiled.get(media) ?? compile(media.schema)
    compiled.set(media, validator)
    return validator
  }
}

/**
 * The schemas for one operation's responses.
 * @param own the operation's id. Responses of other operations get no schema.
 * @param responses schemas by documented status, range "4XX" or "default", then by media type or range, in
 * lower case and without parameters.
 */
export function defineResponses(
  own: string,
  responses: Readonly<Record<string, Readonly<Record<string, AnySchema>>>>,
): AnswerSchemas {
  return ({ operationId, status, mediaType }) =>
    operationId === own ? ofMediaType(responseFor(responses, status) ?? {}, mediaType) : undefined
}

function ofMediaType(content: Readonly<Record<string, AnySchema>>, mediaType: string): AnySchema | undefined {
  return content[mediaType] ?? content[mediaType.replace(/\/.*/, '/*')] ?? content['*/*']
}
