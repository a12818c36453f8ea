/** The package entry `@concordat/runtime/client/schemas`: a document's own schemas for the middleware `validate`. */

import { matchContent } from '../http/media/media-type.ts'
import type { DocumentDescriptor, MediaTypeDescriptor } from '../http/operation.ts'
import { createValidator, type Validator } from '../schema/schema.ts'
import type { AnswerSchemas } from './middlewares/validate.ts'

/**
 * The schemas of a document's responses, each compiled when it is first needed.
 * @param document what the generated `operations.ts` exports.
 */
export function documentSchemas({ operations, definitions }: DocumentDescriptor): AnswerSchemas {
  const compile = createValidator(definitions)
  const compiled = new Map<MediaTypeDescriptor, Validator>()
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  return ({ operationId, status, mediaType }) => {
    const responses = byId.get(operationId)?.responses ?? {}
    const response =
      responses[`${status}`] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default']
    const { content = {}, payloadNotShown } = response ?? {}
    const media = content[matchContent(Object.keys(content), mediaType) ?? '']
    if (media?.schema === undefined || media.octets || payloadNotShown) return undefined
    const validator = compiled.get(media) ?? compile(media.schema)
    compiled.set(media, validator)
    return validator
  }
}
