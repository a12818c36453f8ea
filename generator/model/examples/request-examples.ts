import { pointerBelow } from '@concordat/runtime/pointer'
import type { MediaTypeObject, ParameterObject, RequestBodyObject } from '../../document/document.ts'
import { documentOperations, type PlacedOperation } from '../../document/operations.ts'
import { resolveReferenceObject } from '../../document/reference.ts'
import type { Model } from '../model.ts'
import { namedExamples, UNNAMED_EXAMPLE } from '../operation/example.ts'
import type { ResponseExamples } from './response-examples.ts'

/** The example value for one part of a request. */
export interface ShownPart {
  readonly in: ParameterObject['in'] | 'body'
  /** Name of a parameter. */
  readonly name?: string
  readonly value: unknown
}

/** Example requests, by operationId and example name. */
export type RequestExamples = Readonly<Record<string, Readonly<Record<string, readonly ShownPart[]>>>>

/** Example requests that have the same name as an example of the operation's response. */
export function requestExamples(
  { document, operations }: Pick<Model, 'document' | 'operations'>,
  answers: ResponseExamples,
): RequestExamples {
  const ids = new Map(operations.map(({ descriptor }) => [descriptor.pointer, descriptor.operationId]))
  const found = [...documentOperations(document)].flatMap((placed) => {
    const operationId = ids.get(placed.pointer) ?? ''
    const names = namesOf(answers[operationId] ?? {})
    if (names.size === 0) return []
    const parts = partsOf(document, placed).filter(([name]) => names.has(name))
    const byName = Object.entries(Object.groupBy(parts, ([name]) => name))
    const shown = byName.map(([name, own = []]) => [name, own.map(([, part]) => part)] as const)
    return shown.length === 0 ? [] : [[operationId, Object.fromEntries(shown)] as const]
  })
  return Object.fromEntries(found)
}

/** Names of response examples. Unnamed examples are excluded, because they do not belong to a request. */
function namesOf(answers: ResponseExamples[string]): ReadonlySet<string> {
  const names = Object.values(answers).flatMap((content) => Object.values(content).flatMap(Object.keys))
  return new Set(names.filter((name) => name !== UNNAMED_EXAMPLE))
}

type Named = readonly [name: string, part: ShownPart]

function partsOf(
  document: Model['document'],
  { path, pathItem, operation, pointer }: PlacedOperation,
): Named[] {
  const nodes = {
    resolve: <Value extends object>(value: Value | { readonly $ref: string }, place: string) =>
      resolveReferenceObject<Value>(document, value, place),
  }
  const listed = [
    ...(pathItem.parameters ?? []).map(
      (each, index) => [each, pointerBelow('#/paths', path, 'parameters', index)] as const,
    ),
    ...(operation.parameters ?? []).map(
      (each, index) => [each, pointerBelow(pointer, 'parameters', index)] as const,
    ),
  ]
  const parameters = listed.flatMap(([each, place]) => {
    const node = nodes.resolve<ParameterObject>(each, place)
    const { in: location, name } = node.value
    return namedExamples(nodes, node).map(
      ([example, value]): Named => [example, { in: location, name, value }],
    )
  })
  if (operation.requestBody === undefined) return parameters
  const body = nodes.resolve<RequestBodyObject>(operation.requestBody, pointerBelow(pointer, 'requestBody'))
  const bodies = Object.entries(body.value.content).flatMap(([mediaType, media]) => {
    const node = nodes.resolve<MediaTypeObject>(media, pointerBelow(body.pointer, 'content', mediaType))
    return namedExamples(nodes, node, mediaType).map(([name, value]): Named => [name, { in: 'body', value }])
  })
  return [...parameters, ...bodies]
}
