import { isJson, isTextMediaType, keepMediaTypes, mediaTypeEssence } from '@concordat/runtime/http'
import { structuresToLower } from '../../emit/schema/scalar.ts'
import { enumerated } from '../../errors/counted.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import type { Model, Operation } from '../../model/model.ts'

/** Maximum number of operations to list, because large documents have hundreds. */
const NAMED = 12

/**
 * Returns one warning for all request bodies that handlers receive as text, such as XML, although their
 * schemas describe objects or arrays.
 * @param taken media types that the server accepts; if absent, all.
 */
export function serverUnreadBodies(
  { operations, descriptor: { definitions } }: Pick<Model, 'operations' | 'descriptor'>,
  taken: readonly string[] | undefined,
): readonly ProblemAtPointer[] {
  const structured = structuresToLower(definitions)
  const unread = operations.flatMap((operation) => {
    const mediaTypes = Object.entries(takenContent(operation, taken))
      .filter(
        ([mediaType, { schema, stream }]) =>
          isUnread(mediaType) && stream === undefined && structured.of(schema),
      )
      .map(([mediaType]) => mediaTypeEssence(mediaType))
    return mediaTypes.length === 0 ? [] : [{ operation, mediaTypes }]
  })
  const [first] = unread
  if (first === undefined) return []
  const names = unread.slice(0, NAMED).map(({ operation }) => operation.descriptor.operationId)
  const operationNames = `${names.join(', ')}${unread.length > NAMED ? ` and ${unread.length - NAMED} more` : ''}`
  const mediaTypes = [...new Set(unread.flatMap((each) => each.mediaTypes))]
  return [
    {
      code: 'body-not-read',
      severity: 'warning',
      place: first.operation.descriptor.pointer,
      message: `The server does not parse ${enumerated(mediaTypes, 'or')} in requests (${operationNames}). Handlers receive the text, and nothing checks it against the schema.`,
      fix: 'parse and check the text in the handler, or list the media types that the server accepts in "serverMediaTypes".',
    },
  ]
}

function takenContent({ descriptor: { requestBody } }: Operation, taken: readonly string[] | undefined) {
  const { content = {} } = requestBody ?? {}
  const kept = taken === undefined ? Object.keys(content) : keepMediaTypes(Object.keys(content), taken)
  return Object.fromEntries(Object.entries(content).filter(([mediaType]) => kept.includes(mediaType)))
}

function isUnread(mediaType: string): boolean {
  return (
    isTextMediaType(mediaType) &&
    !isJson(mediaType) &&
    mediaTypeEssence(mediaType) !== 'application/x-www-form-urlencoded'
  )
}
