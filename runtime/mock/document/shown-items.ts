import { identifierInPath, operationById } from '@concordat/contract/document'
import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { EACH } from '@concordat/runtime/schema-view'
import { type KnownResource, mockSuccessSchema } from './known-resource.ts'
import { itemPathInAnswer } from './shown-at.ts'

interface Showing {
  readonly document: DocumentDescriptor
  /** Returns the document's examples of an operation's success response. */
  readonly shownBy: (operation: OperationDescriptor) => readonly unknown[]
  /** The operation that lists the items, if they have no resource. */
  readonly listing: OperationDescriptor | undefined
}

/**
 * Returns the items in the document's examples of responses: those of lists and reads or, if there are none,
 * those of writes. If one item appears in several examples, its properties are combined.
 */
export function shownItems(
  known: KnownResource,
  { document, shownBy, listing }: Showing,
): readonly unknown[] {
  const { list, read, create, update, replace } = known.resource.operations
  const ways = [
    [listing, operationById(document, list), operationById(document, read)],
    [replace, update, create].map((operationId) => operationById(document, operationId)),
  ]
  const found = ways.map((operations) =>
    operations.flatMap((operation) =>
      operation === undefined
        ? []
        : shownBy(operation).flatMap((value) =>
            itemsIn(value, { operation, known, whole: mockSuccessSchema(document, operation) }),
          ),
    ),
  )
  return together(found.find((items) => items.length > 0) ?? [], known)
}

interface Answer {
  readonly operation: OperationDescriptor
  readonly known: KnownResource
  readonly whole: Schema | undefined
}

/** The items in the example of a list that no schema describes: a list, or an object with one list. */
function listIn(value: unknown): readonly unknown[] {
  const lists = isObject(value) ? Object.values(value).filter(Array.isArray) : [value]
  const [list, ...others] = lists
  return Array.isArray(list) && others.length === 0 ? list.filter(isObject) : []
}

function itemsIn(value: unknown, { operation, known, whole }: Answer): readonly unknown[] {
  const { list } = operation
  if (list !== undefined) {
    const listed = valueAt(value, list.items)
    if (list.keyed === true) return isObject(listed) ? Object.values(listed) : []
    return Array.isArray(listed) ? listed : []
  }
  const isFree = (whole?.properties.size ?? 0) === 0
  if (isFree && operation.operationId === known.resource.operations.list) return listIn(value)
  const path = itemPathInAnswer(known, operation, whole) ?? (isFree ? [] : undefined)
  if (path === undefined || path.includes(EACH)) return []
  const item = valueAt(value, path)
  return isObject(item) ? [item] : []
}

/** Returns each item once, with its properties from all examples. */
function together(items: readonly unknown[], { idPath }: KnownResource): readonly unknown[] {
  const byName = new Map<string, unknown>()
  for (const item of items) {
    const id = idPath && identifierInPath(valueAt(item, idPath))
    const name = id === undefined ? JSON.stringify(item) : `id ${id}`
    const before = byName.get(name)
    byName.set(name, isObject(before) && isObject(item) ? { ...before, ...item } : item)
  }
  return [...byName.values()]
}
