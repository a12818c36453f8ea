import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { namesOfTemplate, pathTemplates } from '../../data/document/path-binding.ts'
import { creatorOfItems, resourceByName } from '../../data/document/resource-lookup.ts'
import { configuredParameter, type Target } from '../../traffic/target/target.ts'

/**
 * Returns the part of a run to which an operation belongs. Below an item that each part creates for itself,
 * no part sees the others' writes, so such parts can run in parallel. All other operations are in one part,
 * "", which runs first and by itself, because the other parts create items in its collections.
 * @returns The beginning of a path, one segment longer than the item's, or "".
 */
export function partOfRun(
  { resource, path }: OperationDescriptor,
  { document, target }: { document: DocumentDescriptor; target: Target },
): string {
  const line = lineOf(document, resourceByName(document, resource?.name))
  const made = line
    .slice(0, -1)
    .find(
      (ancestor) => creatorOfItems(document, ancestor) !== undefined && !isConfigured(ancestor, path, target),
    )
  if (made?.item === undefined) return ''
  return path
    .split('/')
    .slice(0, made.item.split('/').length + 1)
    .join('/')
}

/** Returns a resource, preceded by its ancestors. */
function lineOf(
  document: DocumentDescriptor,
  resource: ResourceDescriptor | undefined,
): ResourceDescriptor[] {
  if (resource === undefined) return []
  return [...lineOf(document, resourceByName(document, resource.parent?.name)), resource]
}

/**
 * True if the configuration provides a resource's item for a path, so that all parts would share that item.
 */
function isConfigured({ item = '' }: ResourceDescriptor, path: string, target: Target): boolean {
  const own = pathTemplates(item)
  const names = [own.at(-1), pathTemplates(path)[own.length - 1]].flatMap((template) =>
    template === undefined ? [] : namesOfTemplate(template),
  )
  return configuredParameter(target, names) !== undefined
}
