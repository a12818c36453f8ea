import {
  type DocumentDescriptor,
  isSafe,
  type OperationDescriptor,
  type ResourceDescriptor,
  refusalCertainty,
} from '@concordat/runtime/http'
import { openedDocument } from '../../../data/address/opened.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { creatorOfItems, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { Permission, type PermissionOptions } from './permission.ts'

/** Items that a run creates but may be unable to remove. */
export interface Residue {
  readonly resource: ResourceDescriptor
  /** The operation that might fail to remove some of the items; absent if no operation removes any. */
  readonly remove?: OperationDescriptor
  /** The operations after which the server might reject the removal. */
  readonly after: readonly OperationDescriptor[]
}

/**
 * Returns the items that a run might leave behind according to the document. Either no operation removes
 * them, or the document says that their removal can be rejected because of their state, and some transition
 * cannot be reversed.
 */
export function itemsLeftBehind(options: PermissionOptions): readonly Residue[] {
  const document = openedDocument(options.document)
  const permission = new Permission(options)
  const leftAlone = new Set(permission.leftAlone().map(({ operation }) => operation.operationId))
  return document.resources.flatMap((resource): Residue[] => {
    const create = creatorOfItems(document, resource)
    if (create === undefined || permission.skips(create) || permission.objection(create) !== undefined)
      return []
    if (areNeverRemoved(document, resource)) return [{ resource, after: [] }]
    const remove = removalOf(document, resource)
    if (remove === undefined || !documentsState(remove)) return []
    const after = resource.actions
      .map((operationId) => operationById(document, operationId))
      .filter((action) => action !== undefined)
      .filter(
        (action) => !isSafe(action.method) && !leftAlone.has(action.operationId) && !permission.skips(action),
      )
      .filter((action) => !canBeTakenBack(document, resource, action))
    return after.length === 0 ? [] : [{ resource, remove, after }]
  })
}

/** True if a removal has a documented status that can only mean that the item's state prevents it. */
function documentsState(remove: OperationDescriptor): boolean {
  return Object.keys(remove.responses).some((key) =>
    (['conflict', 'state'] as const).some(
      (subject) => refusalCertainty(remove, Number(key), subject) === 'surely',
    ),
  )
}

function removalOf(
  document: DocumentDescriptor,
  { operations }: ResourceDescriptor,
): OperationDescriptor | undefined {
  return operationById(document, operations.delete)
}

/** True if the document has no operation that removes such items, alone or together with an ancestor. */
export function areNeverRemoved(document: DocumentDescriptor, resource: ResourceDescriptor): boolean {
  if (removalOf(document, resource) !== undefined) return false
  const above = resourceByName(document, resource.parent?.name)
  return above === undefined || areNeverRemoved(document, above)
}

/** True if an update can set every property that a transition sets according to the document. */
function canBeTakenBack(
  document: DocumentDescriptor,
  { operations }: ResourceDescriptor,
  { effect }: OperationDescriptor,
): boolean {
  if (effect === undefined) return false
  const update = operationById(document, operations.update)
  const writable = schemaIn(document, update && jsonBody(update)?.schema).properties
  return Object.keys(effect.set).every((name) => writable.has(name))
}
