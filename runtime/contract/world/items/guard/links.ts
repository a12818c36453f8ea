import { type DocumentDescriptor, type OperationDescriptor, resourcePath } from '@concordat/runtime/http'
import { blankPath, pathTemplates, type Template } from '../../../data/document/path-binding.ts'
import { creatorOfItems, findResource, resourceToPut } from '../../../data/document/resource-lookup.ts'

/**
 * Some operations link two items, each of which has its own collection: "POST /users/{id}/roles/{roleId}" if
 * there is also "/roles". Returns the template of the item that comes first in the path, here `{id}`. Two
 * items are not considered linked if one of them is below the other, or is created below it.
 */
export function guardedLinkTarget(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
): Template | undefined {
  const templates = pathTemplates(resourcePath(operation.path))
  const last = templates.at(-1)
  const own = last && findResource(document, last)
  if (last === undefined || own === undefined || templates.length < 2) return undefined
  const isHere = `${blankPath(own.collection).replace(/^\/$/, '')}/{}` === last.key
  if (isHere && creatorOfItems(document, own)?.operationId !== operation.operationId) return undefined
  const other = isHere ? resourceToPut(own, last.name, document) : own
  if (other?.item === undefined) return undefined
  const paths = [other.item, creatorOfItems(document, other)?.path ?? '']
  const above = new Set(paths.flatMap((path) => pathTemplates(path).map(({ key }) => key)))
  return templates
    .slice(0, -1)
    .findLast((each) => !above.has(each.key) && findResource(document, each) !== undefined)
}
