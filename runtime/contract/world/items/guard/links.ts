import { type DocumentDescriptor, type OperationDescriptor, resourcePath } from '@concordat/runtime/http'
import {
  blankPath,
  parameterOfTemplate,
  pathTemplates,
  type Template,
} from '../../../data/document/path-binding.ts'
import { creatorOfItems, findResource, resourceToPut } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'

/**
 * Some operations link two items, each of which has its own collection: "POST /users/{id}/roles/{roleId}" if
 * there is also "/roles". Returns the template of the item that comes first in the path, here `{id}`. Two
 * items are not considered linked if one of them is below the other, or is created below it.
 *
 * In "/members/{groupId}/{userId}", both keys together name one thing, so `{groupId}` counts even if the
 * document has no groups. A key with listed values, such as `{kind}`, is only a choice.
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
    .findLast(
      (each) =>
        !above.has(each.key) &&
        (findResource(document, each) !== undefined || isKeyBeside(operation, { each, last, document })),
    )
}

/** True if the path has no fixed segment between a key, whose values are not listed, and the last one. */
function isKeyBeside(
  operation: OperationDescriptor,
  { each, last, document }: { each: Template; last: Template; document: DocumentDescriptor },
): boolean {
  const schema = schemaIn(document, parameterOfTemplate(operation, each)?.schema)
  return last.key.startsWith(`${each.key}/{}`) && schema.values.listed === undefined
}
