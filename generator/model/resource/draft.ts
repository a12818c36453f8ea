import { type OperationDescriptor, type ResourceRole, resourcePath } from '@concordat/runtime/http'

/** A path segment that is a single template. */
export const WHOLE_TEMPLATE = /^\{\+?([^{}]+)\}$/

/** A resource whose identifying member is still unknown. */
export interface Draft {
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
export function blank(path: string): string {
  return resourcePath(path)
    .replace(/^\/$/, '')
    .replace(/\{[^{}]*\}/g, '{}')
}

/** The path of an item. */
export function itemOf({ items: [first] }: Draft): string | undefined {
  return first && resourcePath(first.path)
}

/** Its last path parameter. */
export function idParameterOf(draft: Draft): string | undefined {
  return WHOLE_TEMPLATE.exec(lastSegment(itemOf(draft) ?? ''))?.[1]
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
