import { keywordsOf } from '@concordat/runtime/subschemas'
import { type Difference, type FlatPair, type Pair, shown } from './difference.ts'
import type { Placed } from './flat.ts'

/** How the lists of alternatives differ. */
export function alternativeDifferences({ old, new: now }: FlatPair): readonly Difference[] {
  const lists = listPairs({ old, new: now })
  const found = lists.flatMap(({ old: before, new: after }) => {
    const { gone, added } = matched(before, after)
    return [
      ...gone.map(
        (branch): Difference => ({
          change: 'alternative-removed',
          was: nameOf(branch),
          part: { label: branch.label, old: branch.pointer },
        }),
      ),
      ...added.map(
        (branch): Difference => ({
          change: 'alternative-added',
          is: nameOf(branch),
          part: { label: branch.label, new: branch.pointer },
        }),
      ),
    ]
  })
  if (old.discriminator === now.discriminator || lists.length === 0) return found
  const told = { was: old.discriminator ?? 'their shape', is: now.discriminator ?? 'their shape' }
  return [...found, { change: 'discriminator-changed', ...told }]
}

/** The alternatives that both schemas have. */
export function alternativePairs(pair: FlatPair): readonly Pair[] {
  return listPairs(pair).flatMap(({ old, new: now }) => matched(old, now).pairs)
}

/** Lists of which both have one; alternatives that only one schema has are seen in its types and properties. */
function listPairs({ old, new: now }: FlatPair): readonly Pair<readonly Placed[]>[] {
  const longest = Math.max(old.alternatives.length, now.alternatives.length)
  return Array.from({ length: longest }, (_, index) => ({
    old: old.alternatives[index] ?? [],
    new: now.alternatives[index] ?? [],
  }))
}

interface Matched {
  readonly pairs: readonly Pair[]
  readonly gone: readonly Placed[]
  readonly added: readonly Placed[]
}

/** By what they refer to, then by what they are called, then as they stand; where as many are left of both, in their order. */
function matched(old: readonly Placed[], now: readonly Placed[]): Matched {
  let [gone, added] = [old, now]
  const pairs: Pair[] = []
  for (const key of [referenceOf, titleOf, textOf]) {
    for (const before of gone) {
      const own = key(before)
      const after = own === undefined ? undefined : added.find((branch) => key(branch) === own)
      if (after === undefined) continue
      pairs.push({ old: before, new: after })
      gone = gone.filter((branch) => branch !== before)
      added = added.filter((branch) => branch !== after)
    }
  }
  // A reference to something else is something else.
  const isOther = [...gone, ...added].some((branch) => referenceOf(branch) !== undefined)
  if (isOther || gone.length !== added.length) return { pairs, gone, added }
  const rest = gone.flatMap((before, index): Pair[] => {
    const after = added[index]
    return after === undefined ? [] : [{ old: before, new: after }]
  })
  return { pairs: [...pairs, ...rest], gone: [], added: [] }
}

function referenceOf({ schema }: Placed): string | undefined {
  return keywordsOf(schema).$ref
}

function titleOf({ schema }: Placed): string | undefined {
  return keywordsOf(schema).title
}

function textOf({ schema }: Placed): string {
  return JSON.stringify(schema)
}

function nameOf(branch: Placed): string {
  const { $ref, title, type } = keywordsOf(branch.schema)
  return (
    $ref?.split('/').at(-1) ??
    title ??
    (type === undefined ? shown(branch.schema) : [type].flat().join(' or '))
  )
}
