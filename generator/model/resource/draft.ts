import { type OperationDescriptor, type ResourceRole, resourcePath } from '@concordat/runtime/http'

/** A path segment that is a single template. */
export const WHOLE_TEMPLATE = /^\{\+?([^{}]+)\}$/

/** A resource whose identifying member is still unknown. */
export interface ResourceDraft {
  readonly name: string
  readonly blankPath: string
  readonly collection: string
  readonly items: readonly OperationDescriptor[]
  readonly roles: ReadonlyMap<ResourceRole, OperationDescriptor>
}

/**
 * Path without template names and final slash: paths with the same blank form address the same thing. "/"
 * becomes empty, since its items are at "/{}".
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
  return WHOLE_TEMPLATE.exec(lastSegment(draftItemPath(draft) ?? ''))?.[1]
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
