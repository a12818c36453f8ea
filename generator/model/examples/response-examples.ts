import { pointerBelow } from '@concordat/runtime/pointer'
import type { ResponseObject } from '../../document/document.ts'
import { documentOperations } from '../../document/operations.ts'
import { resolveReferenceObject } from '../../document/reference.ts'
import { documentNamedMembers } from '../../document/shape.ts'
import type { Model } from '../model.ts'
import { namedExamples } from '../operation/example.ts'

/** Example responses, by operationId, status, media type and name. */
export type ResponseExamples = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>>
>

/** Collects the document's example responses; an unnamed one is called "default". */
export function responseExamples({ document, operations }: Model): ResponseExamples {
  const nodes = {
    resolve: <Value extends object>(value: Value | { readonly $ref: string }, pointer: string) =>
      resolveReferenceObject<Value>(document, value, pointer),
  }
  const ids = new Map(operations.map(({ descriptor }) => [descriptor.pointer, descriptor.operationId]))
  const contentOf = (response: ResponseObject | { readonly $ref: string }, place: string) => {
    const { value, pointer } = nodes.resolve<ResponseObject>(response, place)
    return Object.entries(value.content ?? {}).map(([mediaType, media]) => {
      const node = nodes.resolve(media, pointerBelow(pointer, 'content', mediaType))
      return [mediaType, Object.fromEntries(namedExamples(nodes, node, mediaType))] as const
    })
  }
  return shown(
    [...documentOperations(document)].flatMap(({ operation, pointer }) => {
      const operationId = ids.get(pointer)
      if (operationId === undefined) return []
      const responses = documentNamedMembers(operation.responses).map(([status, response]) => {
        const key = status === 'default' ? status : status.toUpperCase()
        return [key, shown(contentOf(response, pointerBelow(pointer, 'responses', status)))] as const
      })
      return [[operationId, shown(responses)] as const]
    }),
  )
}

/** Parts that are not empty. */
function shown<Part extends object>(
  parts: readonly (readonly [name: string, part: Part])[],
): Record<string, Part> {
  return Object.fromEntries(parts.filter(([, part]) => Object.keys(part).length > 0))
}
