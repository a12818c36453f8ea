import { type OperationDescriptor, type ResourceRole, resourcePath } from '@concordat/runtime/http'

/** A path segment that consists of a single template. */
export const WHOLE_TEMPLATE = /^\{\+?([^{}]+)\}$/

/** A resource for which the identifying property is not known yet. */
export interface ResourceDraft {
  readonly name: string
  readonly blankPath: string
  readonly collection: string
  readonly items: readonly OperationDescriptor[]
  readonly roles: ReadonlyMap<ResourceRole, OperationDescriptor>
  /** True if a POST to an item's path creates an item below it. */
  readonly isTree: boolean
}

/**
 * A path without template names or a trailing slash. Paths with the same blank form refer to the same thing.
 * "/" becomes empty, because its items are at "/{}".
 */
export function blankDraftPath(path: string): string {
  return resourcePath(path)
    .replace(/^\/$/, '')
    .replace(/\{[^{}]*\}/g, '{}')
}

/** The path of an item. */
export function draftItemPath({ items: [first] }: ResourceDraft): string | undefined {
  return first && resourcePath(first.path)
}

/** Its last path parameter. */
export function draftIdParameter(draft: ResourceDraft): string | undefined {
  return WHOLE_TEMPLATE.exec(lastDraftSegment(draftItemPath(draft) ?? ''))?.[1]
}

/** The name of a collection: "repos" for "/repos" and for "/repos/{owner}". */
export function draftCollectionName({ collection }: ResourceDraft): string {
  return collection.split('/').findLast((segment) => !segment.includes('{')) ?? ''
}

export function lastDraftSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
