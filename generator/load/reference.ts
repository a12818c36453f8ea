import { isObject, memberOf } from '@concordat/runtime/json'
import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import { referenceOf } from './json.ts'

/** A JSON Pointer taken apart: member names and array indexes, unescaped. */
export type Path = readonly string[]

/** A node of a file. */
export interface Target {
  /** Absolute URL of the file, without a fragment. */
  readonly location: string
  readonly path: Path
}

/** The file and the node that a reference means, when it is written in the file at `location`; `undefined` when it is no URL. */
export function parseReference(reference: string, location: string): Target | undefined {
  const hash = reference.indexOf('#')
  const file = hash < 0 ? reference : reference.slice(0, hash)
  const path = hash < 0 ? [] : splitFragment(reference.slice(hash))
  if (file === '') return { location, path }
  const url = URL.parse(file, location)
  return url === null ? undefined : { location: url.href, path }
}

/** A fragment, percent-decoded, as a path; a broken encoding is read as it stands, and a missing "/" at its begin is filled in. */
function splitFragment(fragment: string): Path {
  const text = fragment.replace(/^#(?=[^/])/, '#/')
  if (!text.includes('%')) return stepsOf(text)
  try {
    return stepsOf(decodeURIComponent(text))
  } catch {
    return stepsOf(text)
  }
}

/** References that one path may lead through: without a bound, one that leads into itself is followed for ever. */
export const MAX_HOPS = 32

/** What a path leads to within one tree: a node, nothing, or a reference met on the way, with the part of the path behind it. */
export type Step =
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly reference?: string; readonly rest: Path }

/** Follows a path within one tree, up to the first `$ref` that stands in its way. */
export function follow(tree: unknown, path: Path): Step {
  if (tree === undefined) return { found: false, rest: path }
  let node = tree
  for (const [index, name] of path.entries()) {
    const next = memberOf(node, name)
    if (next === undefined) {
      const reference = referenceOf(node)
      return { found: false, rest: path.slice(index), ...(reference !== undefined && { reference }) }
    }
    node = next
  }
  return { found: true, value: node }
}

/** Identity of a target, to use as a key. */
export function targetKey({ location, path }: Target): string {
  return location + fragmentOf(path)
}

/** The reference that a value consists of, without anything beside it: such a value can be passed over. */
export function onlyReference(value: unknown): string | undefined {
  return isObject(value) && Object.keys(value).length === 1 ? referenceOf(value) : undefined
}
