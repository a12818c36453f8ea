import { isObject, memberOf } from '@concordat/runtime/json'
import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import { referenceOf } from './json.ts'

/** A JSON Pointer taken apart: member names and array indexes, unescaped. */
export type Path = readonly string[]

/**
 * Place at which something is written: a node of a file. Paths alone are those of the bundled document; a
 * problem's place is a source as people read it.
 */
export interface Source {
  /** Absolute URL of the file, without a fragment. */
  readonly file: string
  readonly path: Path
}

/** Target of a reference that stands in a file; `undefined` if it is not a URL. */
export function parseReference(reference: string, file: string): Source | undefined {
  const hash = reference.indexOf('#')
  const name = hash < 0 ? reference : reference.slice(0, hash)
  const path = hash < 0 ? [] : splitFragment(reference.slice(hash))
  if (name === '') return { file, path }
  const url = URL.parse(name, file)
  return url === null ? undefined : { file: url.href, path }
}

/**
 * A fragment, percent-decoded, as a path; a broken encoding is read as it stands, and a missing
 * "/" at its start is filled in.
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

/**
 * References that one path may lead through: without a bound, one that leads
 * into itself is followed for ever.
 */
export const MAX_HOPS = 32

/**
 * Target of a path within one tree: a node, nothing, or a reference met on the way, with the part of the path
 * behind it.
 */
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

/** Identity of a source, to use as a key. */
export function sourceKey({ file, path }: Source): string {
  return file + fragmentOf(path)
}

/** The reference that a value consists of, without anything beside it: such a value can be passed over. */
export function onlyReference(value: unknown): string | undefined {
  return isObject(value) && Object.keys(value).length === 1 ? referenceOf(value) : undefined
}
