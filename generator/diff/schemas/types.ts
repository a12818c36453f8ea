import type { FlatPair, SchemaDifference } from './difference.ts'

/** Differences between the types of a value. */
export function typeDifferences({ old, new: now }: FlatPair): readonly SchemaDifference[] {
  const was = named(old.types)
  const is = named(now.types)
  if (old.types === undefined || now.types === undefined) {
    if (old.types !== undefined) return [{ change: 'type-removed', was }]
    return now.types === undefined ? [] : [{ change: 'type-added', is }]
  }
  const before = new Set([...old.types].filter((type) => type !== 'null'))
  const after = new Set([...now.types].filter((type) => type !== 'null'))
  return [...changedTypes({ before, after }, { was, is }), ...nullDifferences({ old, new: now })]
}

/** True if the schema has lost some types and gained others. */
export function isReplacedType({ old, new: now }: FlatPair): boolean {
  if (old.types === undefined || now.types === undefined) return false
  return typeDifferences({ old, new: now }).some(({ change }) => change === 'type-changed')
}

function changedTypes(
  { before, after }: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> },
  texts: { readonly was: string; readonly is: string },
): SchemaDifference[] {
  const gone = [...before].filter((type) => !after.has(type))
  const added = [...after].filter((type) => !before.has(type))
  const grows = gone.includes('integer') && added.includes('number')
  const shrinks = gone.includes('number') && added.includes('integer')
  const numbers: SchemaDifference[] = [
    ...(grows ? [{ change: 'integer-became-number' as const }] : []),
    ...(shrinks ? [{ change: 'number-became-integer' as const }] : []),
  ]
  const isNumber = (type: string) => (grows || shrinks) && ['integer', 'number'].includes(type)
  const lost = gone.some((type) => !isNumber(type))
  const won = added.some((type) => !isNumber(type))
  if (!lost && !won) return numbers
  const change = lost && won ? 'type-changed' : lost ? 'type-narrowed' : 'type-widened'
  return [...numbers, { change, ...texts }]
}

function nullDifferences({ old, new: now }: FlatPair): SchemaDifference[] {
  const could = old.types?.has('null') === true
  const can = now.types?.has('null') === true
  if (could === can) return []
  return [{ change: can ? 'became-nullable' : 'became-not-nullable' }]
}

function named(types: ReadonlySet<string> | undefined): string {
  const names = [...(types ?? [])].filter((type) => type !== 'null')
  return names.join(' or ') || (types?.has('null') === true ? 'null' : 'nothing')
}
