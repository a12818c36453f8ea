import type { ResponseExamples } from '@concordat/mock'
import { below } from '@concordat/runtime/pointer'
import type { ResponseObject } from '../../document/document.ts'
import { operationsOf } from '../../document/operations.ts'
import { resolveReference } from '../../document/reference.ts'
import { namedMembers } from '../../document/shape.ts'
import type { Model } from '../../model/model.ts'
import { namedExamples } from '../../model/operation/example.ts'

/** Whole answers that a document shows, by operation, status and media type. */
export function responseExamples({ document, operations }: Model): ResponseExamples {
  const nodes = {
    resolve: <Value extends object>(value: Value | { readonly $ref: string }, pointer: string) =>
      resolveReference<Value>(document, value, pointer),
  }
  const ids = new Map(operations.map(({ descriptor }) => [descriptor.pointer, descriptor.operationId]))
  return Object.fromEntries(
    [...operationsOf(document)].map(({ operation, pointer }) => {
      const responses = namedMembers(operation.responses).map(([status, response]) => {
        const { value, pointer: place } = nodes.resolve<ResponseObject>(
          response,
          below(pointer, 'responses', status),
        )
        const content = Object.entries(value.content ?? {}).map(([mediaType, media]) => {
          const node = nodes.resolve(media, below(place, 'content', mediaType))
          return [mediaType, Object.fromEntries(namedExamples(nodes, node, mediaType))] as const
        })
        return [status === 'default' ? status : status.toUpperCase(), Object.fromEntries(content)] as const
      })
      return [ids.get(pointer) ?? '', Object.fromEntries(responses)] as const
    }),
  )
}
