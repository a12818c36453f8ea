import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import { blankPath } from '../../../data/document/path-binding.ts'
import { operationAt, operationBeside, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'

/** The way in which an operation accepts several items of a list. */
export interface Bulk {
  /** Path to the items in the body. */
  readonly path: readonly string[]
  readonly item: Schema
  readonly list: OperationDescriptor
  /** Properties of the items in the body that the list shows too. */
  readonly shared: readonly string[]
  /** Properties of the items in the list. */
  readonly shown: ReadonlyMap<string, Schema>
}

/**
 * The way in which an operation accepts several items of a list; `undefined` if it does not, or if no list
 * shows them.
 */
export function bulkOf(operation: OperationDescriptor, document: DocumentDescriptor): Bulk | undefined {
  const body = operation.method === 'POST' ? jsonBody(operation) : undefined
  const { item: ofItem } = resourceByName(document, operation.resource?.name) ?? {}
  // A path that identifies one item leaves nothing for several. An array describes that item, such as the
  // parameters of an association.
  const isOfOne = ofItem !== undefined && blankPath(operation.path) === blankPath(ofItem)
  if (body === undefined || isOfOne) return undefined
  const schema = schemaIn(document, body.schema)
  const only = onlyListIn(schema)
  if (only === undefined) return undefined
  const list =
    operationAt(document, { method: 'GET', path: operation.path }) ??
    operationBeside(document, operation, 'list')
  if (list?.list === undefined) return undefined
  const shown = shownProperties(list, document)
  // A body that has properties of the listed items describes a single item. The array in the body is then
  // part of that item, such as the attachments of a message.
  const sharedBy = (described: Schema) => sharedProperties(described, shown)
  if ([...schema.properties.keys()].some((name) => shown.has(name))) return undefined
  const shared = sharedBy(only.item)
  // The same holds if an object in the body describes the item at least as well as the list's elements do:
  // `{ message: { … }, attachments: [ … ] }`.
  const isWrapped = [...schema.properties.values()].some((own) => sharedBy(own).length >= shared.length)
  if (shared.length === 0 || isWrapped) return undefined
  return { ...only, list, shared, shown }
}

/** The only list of objects in a body: the body itself, or one of its properties. */
function onlyListIn(schema: Schema): Pick<Bulk, 'path' | 'item'> | undefined {
  const lists = [...schema.properties].filter(([, own]) => own.types.includes('array'))
  const [only, ...others] = schema.types.includes('array') ? [['', schema] as const] : lists
  const item = only?.[1].items
  if (only === undefined || others.length > 0 || item === undefined || item.properties.size === 0)
    return undefined
  return { path: only[0] === '' ? [] : [only[0]], item }
}

/** Properties that can be sent and that the list shows. */
function sharedProperties({ properties }: Schema, shown: { has(name: string): boolean }): readonly string[] {
  return [...properties].flatMap(([name, { keywords }]) =>
    shown.has(name) && keywords.readOnly !== true && keywords.writeOnly !== true ? [name] : [],
  )
}
