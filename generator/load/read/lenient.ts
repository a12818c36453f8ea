import { createRequire } from 'node:module'
import type { Document, Pair, YAMLMap } from 'yaml'
import type { Path } from '../source/reference.ts'
import type { RepeatedKey } from './repeated-keys.ts'

/** Aliases in one file: `yaml` takes a time for each that grows with their number. */
const MOST_ALIASES = 5_000

/** Value of a text, its nodes shared if it has aliases. */
export interface Lenient {
  readonly value: unknown
  readonly repeated: readonly RepeatedKey[]
  /** Offset of the first alias that stands inside the node that it repeats. */
  readonly aliasInItself: number | undefined
}

/**
 * Reads YAML that js-yaml refuses and real documents write: a bracket that closes a flow collection at its
 * parent's indentation, a key that stands twice. `yaml` does, at a tenth of the speed, and is loaded for such
 * a file alone.
 * @returns `undefined` for a text that it refuses as well.
 */
export function parseLeniently(text: string): Lenient | undefined {
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
  // How much may be repeated is bounded where nodes are made of it.
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
