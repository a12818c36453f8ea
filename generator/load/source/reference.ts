import { isObject, memberOf } from '@concordat/runtime/json'
import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import { referenceInNode } from './json.ts'

/** A JSON Pointer as unescaped property names and array indexes. */
export type Path = readonly string[]

/** Location of a node: a file, and the node's path in it. */
export interface NodeSource {
  /** Absolute URL of the file, without a fragment. */
  readonly file: string
  readonly path: Path
}

/** Target of a reference in a file; `undefined` if it is not a URL. */
export function parseReference(reference: string, file: string): NodeSource | undefined {
  const hash = reference.indexOf('#')
  const name = hash < 0 ? reference : reference.slice(0, hash)
  const path = hash < 0 ? [] : splitFragment(reference.slice(hash))
  if (name === '') return { file, path }
  const url = URL.parse(name, file)
  return url === null ? undefined : { file: url.href, path }
}

/**
 * Converts a fragment to a path, decoding its percent-encoding. Invalid encoding is kept, and a missing
 * leading "/" is added.
 */
function splitFragment(fragment: string): Path {
  const text = fragment.replace(/^#(?=[^/])/, '#/')
  if (!text.includes('%')) return stepsOf(text)
  try {
    return stepsOf(decodeURIComponent(text))
  } catch {
    return stepsOf(text)
  }
}

/** Maximum number of references in a chain, so that circular references are not followed forever. */
export const MAX_HOPS = 32

/**
 * Result of following a path in one tree: a node, nothing, or the first reference on the way with the
 * remaining path.
 */
export type FollowedStep =
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly reference?: string; readonly rest: Path }

/**
 * Follows a path in one tree. If a step is missing, the result contains the `$ref` of the last node, if it
 * has one.
 */
export function followPath(tree: unknown, path: Path): FollowedStep {
  if (tree === undefined) return { found: false, rest: path }
  let node = tree
  for (const [index, name] of path.entries()) {
    const next = memberOf(node, name)
    if (next === undefined) {
      const reference = referenceInNode(node)
      return { found: false, rest: path.slice(index), ...(reference !== undefined && { reference }) }
    }
    node = next
  }
  return { found: true, value: node }
}

/** A source as a string key. */
export function sourceKey({ file, path }: NodeSource): string {
  return file + fragmentOf(path)
}

/** Returns the reference in a value that contains nothing else, so that callers can skip the value. */
export function bareReference(value: unknown): string | undefined {
  return isObject(value) && Object.keys(value).length === 1 ? referenceInNode(value) : undefined
}

/** True if a value in a discriminator's mapping looks like a reference rather than a schema name. */
export function looksLikeReference(value: string): boolean {
  return /[#/]|\.(json|ya?ml)$/i.test(value)
}
