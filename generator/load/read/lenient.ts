import { createRequire } from 'node:module'
import type { Document, Pair, YAMLMap } from 'yaml'
import type { Path } from '../source/reference.ts'
import type { RepeatedKey } from './repeated-keys.ts'

/**
 * Reads YAML that js-yaml refuses and real documents write: a bracket that closes a flow collection at its parent's indentation, a key
 * that stands twice. `yaml` does, at a tenth of the speed, and is loaded for such a file alone.
 * @returns `undefined` for what it refuses as well.
 */
export function parseLeniently(
  text: string,
): { readonly tree: unknown; readonly repeated: readonly RepeatedKey[] } | undefined {
  const yaml: typeof import('yaml') = createRequire(import.meta.url)('yaml')
  const document = yaml.parseDocument(text, { merge: true, schema: 'core', uniqueKeys: false })
  if (document.errors.length > 0) return undefined
  const repeated: RepeatedKey[] = []
  yaml.visit(document, {
    Map: (_, map, ancestors) => {
      const names = new Set<string>()
      for (const pair of map.items) {
        const name = nameOf(pair)
        if (names.has(name) && name !== '<<')
          repeated.push({ path: [...pathOf(ancestors, map), name], offset: offsetOf(pair) })
        names.add(name)
      }
    },
  })
  return { tree: document.toJS(), repeated }

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
