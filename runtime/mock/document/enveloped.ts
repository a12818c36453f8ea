import { identifierCandidates, idPathOf, operationOf, schemaIn } from '@concordat/contract/document'
import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { EACH } from '@concordat/runtime/schema-view'
import type { Maker } from '../values/maker.ts'
import { itemPath } from './schema-at.ts'
import { surelyNamedIn } from './surely-named.ts'

/** How deep an item may stand in its envelope: "{ data: { user: { … } } }". */
const DEEPEST = 2

/**
 * Where an answer has an item in an envelope and no list shows what an item is: the part with the members that bodies write, else the only
 * one there. An answer that says itself what it is called is the item.
 */
export function envelopedAt(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
  { whole, maker }: { readonly whole: Schema | undefined; readonly maker: Maker },
): readonly string[] | undefined {
  const value = maker.makeIfPossible(whole ?? maker.schema(true), 'item')
  const isCalled = (path: readonly string[]): boolean => {
    const part = valueAt(value, path)
    return identifierCandidates(document, resource, part).length > 0 || surelyNamedIn(part) !== undefined
  }
  const [part, ...deeper] = idPathOf(resource) ?? []
  if (isCalled([]) || (part !== undefined && deeper.length === 0)) return undefined
  const path = itemPath(whole, writtenNames(document, resource))
  const isOther = part !== undefined && (path?.length !== deeper.length || path[0] !== part)
  if (isOther) return undefined
  if (path !== undefined && !path.includes(EACH)) return path
  return part === undefined ? onlyParts(value).find(isCalled) : undefined
}

/** Names of the members that bodies write. */
function writtenNames(document: DocumentDescriptor, { operations }: ResourceDescriptor): readonly string[] {
  const { create, update, replace } = operations
  return [create, update, replace].flatMap((operationId) => {
    const content = Object.values(operationOf(document, operationId)?.requestBody?.content ?? {})
    const schema = content.find((media) => media.schema !== undefined)?.schema
    return [...schemaIn(document, schema).properties.keys()]
  })
}

/** Where the only object in a value stands, and the only one in that. */
export function onlyParts(value: unknown): readonly (readonly string[])[] {
  const paths: string[][] = []
  let part = value
  while (paths.length < DEEPEST) {
    const [only, ...others] = Object.entries(isObject(part) ? part : {}).filter(([, inner]) =>
      isObject(inner),
    )
    if (only === undefined || others.length > 0) break
    paths.push([...(paths.at(-1) ?? []), only[0]])
    part = only[1]
  }
  return paths
}

/** Of the members of an item those that it shows at least where it does not show its name. */
const MOST = 0.5

/** Whether a part of an answer is rather what stands around an item: it has neither the item's name nor most of its members. */
export function isAround(
  { properties: shown }: Schema,
  { item, idName }: { readonly item: Schema | undefined; readonly idName: string | undefined },
): boolean {
  const members = item?.properties ?? new Map<string, Schema>()
  if (idName === undefined || !members.has(idName) || shown.has(idName)) return false
  return [...members.keys()].filter((name) => shown.has(name)).length < members.size * MOST
}
