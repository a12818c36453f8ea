import type { RawValue } from './coerce.ts'
import { eachPair, lastRawValue, type RawValues } from './named-values.ts'
import { parseParameterItems, type TextFormat } from './parse-text.ts'

/** Values by decoded name, in the order in which they were received. The values are still encoded. */
export type Pairs = ReadonlyMap<string, readonly string[]>

export interface PairsFormat extends TextFormat {
  /** Tests whether a name belongs to an exploded object. If `undefined`, no name belongs to it. */
  readonly members: ((name: string) => boolean) | undefined
  /** Maximum number of items in a delimited list; further items are ignored. Default: no limit. */
  readonly maxItems?: number
}

const DELIMITERS = { spaceDelimited: /%20|\+|\s/, pipeDelimited: /%7C|\|/i } as const

/** Splits a query, form or `Cookie` header. */
export function readPairs(text: string, separator: '&' | ';', decode: (text: string) => string): Pairs {
  const pairs = new Map<string, string[]>()
  eachPair(text, separator, (name, value) => {
    const key = decode(name)
    const values = pairs.get(key)
    if (values === undefined) pairs.set(key, [value])
    else values.push(value)
  })
  return pairs
}

/**
 * Finds one value among name–value pairs, in the styles of queries, cookies and forms. If a scalar occurs
 * several times, the last value counts. This is the inverse of `expandPairs`. `deepObject` writes a scalar as
 * one pair, so a name without brackets is also accepted.
 * @returns `undefined` if there is no value.
 * @see OpenAPI 3.1.1, Style Examples
 */
export function parsePairs(format: PairsFormat, pairs: Pairs): RawValue | undefined {
  const { name, style, explode, form, decode, members } = format
  if (style === 'deepObject') {
    const plain = pairs.get(name)
    return parseNestedPairs(name, pairs, decode) ?? (plain && oneOrMany(plain, decode))
  }
  if (form === 'object' && explode) {
    const own = [...pairs].filter(([key]) => members?.(key))
    return own.length === 0
      ? undefined
      : Object.fromEntries(own.map(([key, values]) => [key, oneOrMany(values, decode)]))
  }
  return parseNamedPair(format, pairs.get(name))
}

/** Parses a value that is sent only under its own name. */
export function parseNamedPair(
  format: Omit<PairsFormat, 'members'>,
  raw: RawValues | undefined,
): RawValue | undefined {
  if (raw === undefined) return undefined
  const { style, explode, form, decode, maxItems } = format
  const last = lastRawValue(raw)
  if (form === 'scalar') return decode(last)
  if (explode) return typeof raw === 'string' ? [decode(raw)] : raw.map(decode)
  const delimiter = style === 'spaceDelimited' || style === 'pipeDelimited' ? DELIMITERS[style] : ','
  return parseParameterItems(last.split(delimiter, maxItems), format)
}

function oneOrMany(values: readonly string[], decode: (text: string) => string): RawValue {
  const decoded = values.map(decode)
  return decoded.length === 1 ? (decoded[0] ?? '') : decoded
}

/**
 * Maximum depth: deeper than real documents, and far below the depth at which recursion would overflow the
 * stack.
 */
const MAX_DEPTH = 64

type Tree = Map<string, Tree | RawValue>

/** "metadata" for "metadata[key]". */
export function nestedPairName(key: string): string {
  const at = key.indexOf('[')
  return at > 0 && key.endsWith(']') ? key.slice(0, at) : key
}

/**
 * Groups pairs whose names contain brackets by the name before the brackets, so that finding a name does not
 * take a search of all pairs.
 */
export function groupNestedPairs(pairs: Pairs): ReadonlyMap<string, Pairs> {
  const groups = new Map<string, Map<string, readonly string[]>>()
  for (const [key, values] of pairs) {
    const name = nestedPairName(key)
    if (name === key) continue
    const group = groups.get(name) ?? new Map<string, readonly string[]>()
    groups.set(name, group.set(key, values))
  }
  return groups
}

/**
 * Parses "a[b][c]=d" as nested objects, and a repeated name as an array. If a name is nested too deeply, the
 * rest of it stays one long name.
 */
export function parseNestedPairs(
  name: string,
  pairs: Pairs,
  decode: (text: string) => string,
): { readonly [name: string]: RawValue } | undefined {
  const root: Tree = new Map()
  for (const [key, values] of pairs) {
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue
    const path = key.slice(name.length + 1, -1).split('][')
    const deep = path.splice(MAX_DEPTH)
    insert(root, deep.length === 0 ? path : [...path, deep.join('][')], oneOrMany(values, decode))
  }
  return root.size === 0 ? undefined : toObject(root)
}

function insert(tree: Tree, path: readonly string[], value: RawValue): void {
  let node = tree
  for (const name of path.slice(0, -1)) {
    const known = node.get(name)
    const child: Tree = known instanceof Map ? known : new Map()
    if (child !== known) node.set(name, child)
    node = child
  }
  node.set(path.at(-1) ?? '', value)
}

function toObject(tree: Tree): { readonly [name: string]: RawValue } {
  return Object.fromEntries(
    [...tree].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]),
  )
}
