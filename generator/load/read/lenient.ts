import { createRequire } from 'node:module'
import type { Document, Pair, YAMLMap } from 'yaml'
import type { Path } from '../source/reference.ts'
import type { RepeatedKey } from './repeated-keys.ts'

/** Maximum number of aliases in a file. `yaml` takes longer to resolve each alias than the one before it. */
const MOST_ALIASES = 5_000

/** The value of a YAML text, in which nodes repeated by aliases are shared. */
export interface LenientTree {
  readonly value: unknown
  readonly repeated: readonly RepeatedKey[]
  /** Offset of the first alias that is nested in the node it repeats. */
  readonly aliasInItself: number | undefined
}

/**
 * Reads malformed YAML that occurs in real documents: a closing bracket at its parent's indentation, or a
 * repeated key. js-yaml rejects such text. `yaml` accepts it but is ten times slower, so it is loaded only
 * for such text.
 * @returns `undefined` if `yaml` rejects the text too, or if the text has too many aliases.
 */
export function parseLeniently(text: string): LenientTree | undefined {
  const yaml: typeof import('yaml') = createRequire(import.meta.url)('yaml')
  const document = yaml.parseDocument(text, { merge: true, schema: 'core', uniqueKeys: false })
  if (document.errors.length > 0) return undefined
  const repeated: RepeatedKey[] = []
  const anchors = new Map<string, object>()
  let aliases = 0
  let aliasInItself: number | undefined
  yaml.visit(document, {
    Alias: (_, { source, range }, ancestors) => {
      aliases++
      if (ancestors.some((around) => around === anchors.get(source))) aliasInItself ??= range?.[0]
    },
    Seq: (_, seq) => {
      if (seq.anchor !== undefined) anchors.set(seq.anchor, seq)
    },
    Map: (_, map, ancestors) => {
      if (map.anchor !== undefined) anchors.set(map.anchor, map)
      const names = new Set<string>()
      for (const pair of map.items) {
        const name = nameOf(pair)
        if (names.has(name) && name !== '<<')
          repeated.push({ path: [...pathOf(ancestors, map), name], offset: offsetOf(pair) })
        names.add(name)
      }
    },
  })
  if (aliases > MOST_ALIASES) return undefined
  // No limit here, because the number of repeated nodes is checked later.
  const value: unknown = aliasInItself === undefined ? document.toJS({ maxAliasCount: -1 }) : undefined
  return { value, repeated, aliasInItself }

  function pathOf(ancestors: readonly (Document | object)[], node: object): Path {
    return [...ancestors, node].flatMap((ancestor, index, all): string[] => {
      const child = all[index + 1]
      if (yaml.isPair(ancestor)) return [nameOf(ancestor)]
      return yaml.isSeq(ancestor) ? [String(ancestor.items.indexOf(child))] : []
    })
  }
}

function nameOf({ key }: Pair): string {
  return String(key)
}

function offsetOf({ key }: YAMLMap['items'][number]): number {
  const { range } = key as { readonly range?: readonly number[] }
  return range?.[0] ?? 0
}
