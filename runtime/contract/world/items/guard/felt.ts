import {
  type DocumentDescriptor,
  isSafe,
  type OperationDescriptor,
  resourcePath,
} from '@concordat/runtime/http'
import type { Danger } from '../../../data/outcome/kinds/danger.ts'
import { isDisplacing, isEverywhere, isInForce, lowerWordsOf } from '../../../lexicon/lexicon.ts'

/** Minimum number of collections below a segment that is the normal place for an API's items. */
const HABITUAL = 2

/**
 * Explains why an item that an operation creates affects everybody while it exists. Segments with which all
 * paths begin are ignored, and so is a segment with most of the collections, such as "admin" in the API of an
 * identity server, whose other paths are for its users.
 */
export function whyCreateIsFelt(
  { path }: OperationDescriptor,
  document: DocumentDescriptor,
): Danger | undefined {
  const all = pathSegments(path)
  const shared = all.findIndex((segment, index) =>
    document.operations.some((other) => pathSegments(other.path)[index] !== segment),
  )
  const above = all
    .slice(0, -1)
    .findIndex((segment, index) => index >= shared && isEverywhere(segment.toLowerCase()))
  const word = all[above]
  if (word !== undefined && !hasMostItems(all.slice(0, above + 1), document))
    return { kind: 'in force below', word }
  const thing = thingsInPath(path).find(isInForce)
  return thing ? { kind: 'in force', word: thing } : undefined
}

/** Explains why an action on an item of the run changes an item of others: only one can be the default. */
export function whyActionIsFelt({ method, path, resource }: OperationDescriptor): Danger | undefined {
  if (resource?.role !== 'action' || isSafe(method) || method === 'DELETE') return undefined
  const word = pathSegments(path).at(-1) ?? ''
  return isDisplacing(word) ? { kind: 'displaces', word } : undefined
}

/** True if at least half of the collections with items, and more than one, are below these segments. */
function hasMostItems(segments: readonly string[], { resources }: DocumentDescriptor): boolean {
  const places = resources.flatMap(({ item }) => item ?? [])
  const below = places.filter((place) => place.startsWith(`/${segments.join('/')}/`))
  return below.length >= HABITUAL && below.length * 2 >= places.length
}

/**
 * Returns the last word of each segment after a path's last parameter, not counting one at the end: "rules"
 * and "bulk" for "/shops/{id}/pricing-rules/bulk".
 */
export function thingsInPath(path: string): readonly string[] {
  const segments = pathSegments(path.replace(/\/\{[^{}]*\}$/, ''))
  const last = segments.findLastIndex((segment) => segment.includes('{'))
  return segments.slice(last + 1).flatMap((segment) => lowerWordsOf(segment).at(-1) ?? [])
}

/** The segments of a path without a query. */
export function pathSegments(path: string): readonly string[] {
  return resourcePath(path).split('/').slice(1)
}
