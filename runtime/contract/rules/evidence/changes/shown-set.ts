import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { blankPath, boundItemId, extendBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import {
  creatorOfItems,
  findResource,
  operationAt,
  operationById,
  resourceByName,
} from '../../../data/document/resource-lookup.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { namesResourceItem, singularOf } from '../../../lexicon/lexicon.ts'
import type { Call, Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'

/**
 * A set of other resources' items without a list of its own: its owner shows it in a property, such as
 * "member_ids" for `PUT /projects/{project_id}/members/{person_id}`.
 */
export interface ShownSet {
  readonly add: OperationDescriptor
  readonly remove?: OperationDescriptor
  readonly owner: ResourceDescriptor
  readonly member: ResourceDescriptor
  readonly property: string
}

/** The set that a PUT without a body adds to, if its owner shows it. */
export function shownSetOf(add: OperationDescriptor, document: DocumentDescriptor): ShownSet | undefined {
  const owner = resourceByName(document, add.resource?.name)
  const read = operationById(document, owner?.operations.read)
  if (add.method !== 'PUT' || add.requestBody !== undefined || read === undefined) return undefined
  const [above, segment = '', last] = splitEnd(add.path)
  const template = pathTemplates(add.path).at(-1)
  if (owner?.item === undefined || last !== '{}' || above !== blankPath(owner.item)) return undefined
  const member = template && findResource(document, template)
  if (member === undefined || creatorOfItems(document, member) === undefined) return undefined
  const property = [...shownProperties(read, document)].find(
    ([name, { types }]) => types.includes('array') && namesResourceItem(singularOf(name), segment),
  )?.[0]
  const remove = operationAt(document, { method: 'DELETE', path: add.path })
  return property === undefined ? undefined : { add, owner, member, property, ...(remove && { remove }) }
}

/** A path without its last two segments, and these. */
function splitEnd(path: string): readonly string[] {
  const segments = blankPath(path).split('/')
  return [segments.slice(0, -2).join('/'), ...segments.slice(-2)]
}

/** Sends an operation of the set for one of its members. */
export async function changeSet(
  context: CheckContext,
  operation: OperationDescriptor,
  { set, owner, member }: { readonly set: ShownSet; readonly owner: Item; readonly member: Item },
): Promise<Call | undefined> {
  const id = boundItemId(member.binding, set.member)
  if (id === undefined) return undefined
  const binding = extendBinding(owner.binding, operation.path, id)
  return context.attempt(operation, { expecting: 'either', at: { binding, item: owner } })
}

/** Ids of the members that an owner shows; `undefined` if it does not show the set. */
export function shownMembers({ property, member }: ShownSet, owner: unknown): readonly string[] | undefined {
  const shown = isObject(owner) ? owner[property] : undefined
  return Array.isArray(shown) ? shown.flatMap((each) => itemIdOf(member, each) ?? []) : undefined
}
