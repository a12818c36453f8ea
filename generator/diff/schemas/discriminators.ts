import type { Flattener } from '../flat/flatten.ts'
import type { FlatPair, Pair, SchemaDifference } from './difference.ts'
import type { MatchedUnions } from './matching.ts'
import { type UnionMember, unionMemberName } from './members.ts'

/** Differences between the discriminators, and between their values for the matched alternatives. */
export function discriminatorDifferences(
  { old, new: now }: FlatPair,
  matched: MatchedUnions,
  flatteners: Pair<Flattener>,
): readonly SchemaDifference[] {
  const [before, after] = [old.discriminator, now.discriminator]
  if (before?.property !== after?.property) {
    const told = { was: before?.property ?? 'their shape', is: after?.property ?? 'their shape' }
    return [{ change: 'discriminator-changed', ...told }]
  }
  if (before === undefined || after === undefined) return []
  const names = matched.pairs.flatMap((pair) => valueDifferences(pair, before.property, flatteners))
  const [was, is] = [before.otherwise, after.otherwise]
  if (was === is) return names
  return [
    ...names,
    ...(was === undefined ? [] : [{ change: 'discriminator-default-removed' as const, was }]),
    ...(is === undefined ? [] : [{ change: 'discriminator-default-added' as const, is }]),
  ]
}

/**
 * Returns differences between discriminator values. Values that the property's own schema enumerates are
 * excluded, because they are reported for that schema.
 */
function valueDifferences(
  { old, new: now }: Pair<UnionMember>,
  property: string,
  flatteners: Pair<Flattener>,
): readonly SchemaDifference[] {
  const allowed = {
    old: allowedOf(old, property, flatteners.old),
    new: allowedOf(now, property, flatteners.new),
  }
  const isToldOf = (value: string, here: Allowed, there: Allowed) =>
    here?.includes(value) === true && there?.includes(value) === false
  const part = {
    label: unionMemberName(now, flatteners.new),
    old: old.placed.pointer,
    new: now.placed.pointer,
  }
  const told = (value: string) => `${property} ${JSON.stringify(value)}`
  return [
    ...old.values
      .filter((value) => !now.values.includes(value) && !isToldOf(value, allowed.old, allowed.new))
      .map((value): SchemaDifference => ({ change: 'discriminator-value-removed', was: told(value), part })),
    ...now.values
      .filter((value) => !old.values.includes(value) && !isToldOf(value, allowed.new, allowed.old))
      .map((value): SchemaDifference => ({ change: 'discriminator-value-added', is: told(value), part })),
  ]
}

type Allowed = readonly string[] | undefined

/** Values that the property's schema allows, written like mapping keys. */
function allowedOf({ flat }: UnionMember, property: string, flattener: Flattener): Allowed {
  const placed = flat.properties.get(property)
  return placed && flattener.flatten(flattener.target(placed)).values?.map(String)
}
