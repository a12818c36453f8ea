import { type Difference, type FlatPair, lacking, shown } from './difference.ts'

/** How the lists of possible values differ. */
export function valueDifferences({ old, new: now }: FlatPair): readonly Difference[] {
  if (old.values === undefined && now.values === undefined) return []
  if (old.values === undefined) return [{ change: 'enum-added', is: shown(now.values) }]
  if (now.values === undefined) return [{ change: 'enum-removed', was: shown(old.values) }]
  return [
    ...lacking(old.values, now.values).map((was): Difference => ({ change: 'enum-value-removed', was })),
    ...lacking(now.values, old.values).map((is): Difference => ({ change: 'enum-value-added', is })),
  ]
}
