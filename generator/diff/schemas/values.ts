import {
  differenceValueText,
  type FlatPair,
  lackedByOtherDocument,
  type SchemaDifference,
} from './difference.ts'

/** Differences in enumerated values. */
export function valueDifferences({ old, new: now }: FlatPair): readonly SchemaDifference[] {
  if (old.values === undefined && now.values === undefined) return []
  if (old.values === undefined) return [{ change: 'enum-added', is: differenceValueText(now.values) }]
  if (now.values === undefined) return [{ change: 'enum-removed', was: differenceValueText(old.values) }]
  const [gone, added] = [
    lackedByOtherDocument(old.values, now.values),
    lackedByOtherDocument(now.values, old.values),
  ]
  return [
    ...(gone.length === 0 ? [] : [{ change: 'enum-value-removed' as const, was: listed(gone) }]),
    ...(added.length === 0 ? [] : [{ change: 'enum-value-added' as const, is: listed(added) }]),
  ]
}

/** Maximum number of values to list. All others are only counted, because enumerations can grow by dozens. */
const NAMED = 6

function listed(values: readonly string[]): string {
  const rest = values.length - NAMED
  return `${values.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
