import { type OperationDescriptor, type ResourceRole, resourcePath } from '@concordat/runtime/http'

/** A segment of a path that is a template as a whole, with its name. */
export const WHOLE_TEMPLATE = /^\{\+?([^{}]+)\}$/

/** A resource before it is known what names its items. */
export interface Draft {
  readonly name: string
  readonly blankPath: string
  readonly collection: string
  readonly items: readonly OperationDescriptor[]
  readonly roles: ReadonlyMap<ResourceRole, OperationDescriptor>
}

/**
 * Two paths address the same thing when they differ in the names of their templates or in a final slash
 * alone. That of "/" is empty, as its items are at "/{}".
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

/** The parameter at its end. */
export function idParameterOf(draft: Draft): string | undefined {
  return WHOLE_TEMPLATE.exec(lastSegment(itemOf(draft) ?? ''))?.[1]
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
