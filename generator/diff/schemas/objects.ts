import type { Flat, PlacedFlat } from '../flat/flat.ts'
import type { FlatPair, Pair, SchemaDifference } from './difference.ts'
import { type RenamedItem, renamedInDiff } from './renames.ts'

/**
 * Reports properties that were added, removed or renamed, or that became required or optional, and whether
 * other properties became allowed or rejected.
 */
export function propertyDifferences({ old, new: now }: FlatPair): readonly SchemaDifference[] {
  const renames = propertyRenames({ old, new: now })
  const isRenamed = (side: keyof Pair, name: string) => renames.some((pair) => pair[side].name === name)
  const names = new Set([...old.properties.keys(), ...now.properties.keys()])
  const found = [...names].flatMap((name): SchemaDifference[] => {
    const [before, after] = [old.properties.get(name), now.properties.get(name)]
    if (before === undefined)
      return after === undefined || isRenamed('new', name) ? [] : added(name, after, { old, new: now })
    if (after === undefined) return isRenamed('old', name) ? [] : removed(name, before, { old, new: now })
    const part = { label: after.label, old: before.pointer, new: after.pointer }
    const [needed, needs] = [old.required.has(name), now.required.has(name)]
    if (needed === needs) return []
    return [
      { change: needs ? ('property-became-required' as const) : ('property-became-optional' as const), part },
    ]
  })
  const own = [...renames.map((pair) => renamed(pair)), ...found]
  const [closed, closes] = [isClosed(old), isClosed(now)]
  if (closed === closes || !isObject(old) || !isObject(now)) return own
  return [...own, { change: closes ? 'additional-properties-refused' : 'additional-properties-allowed' }]
}

/**
 * Pairs the schemas of properties with the same name, of renamed properties, and of undeclared properties.
 */
export function propertyPairs({ old, new: now }: FlatPair): readonly Pair[] {
  const own = [...now.properties].flatMap(([name, after]): Pair[] => {
    const before = old.properties.get(name)
    return before === undefined ? [] : [{ old: before, new: after }]
  })
  own.push(
    ...propertyRenames({ old, new: now }).map((pair) => ({ old: pair.old.placed, new: pair.new.placed })),
  )
  if (isClosed(old) || isClosed(now)) return own
  const [before, after] = [old.others, now.others]
  const place = before ?? after
  if (place === undefined) return own
  const open = { ...place, schema: true }
  return [...own, { old: before ?? open, new: after ?? open }]
}

interface NamedProperty extends RenamedItem {
  readonly placed: PlacedFlat
  readonly isRequired: boolean
}

/**
 * Renamed properties. There are none if undeclared properties are rejected: a rename is then a removal and an
 * addition.
 */
function propertyRenames({ old, new: now }: FlatPair): readonly Pair<NamedProperty>[] {
  if (isClosed(old) || isClosed(now)) return []
  return renamedInDiff(propertiesBeside(old, now), propertiesBeside(now, old))
}

/** Properties that the other object does not have, except those that allow any value. */
function propertiesBeside({ properties, required }: Flat, other: Flat): readonly NamedProperty[] {
  return [...properties].flatMap(([name, placed]) => {
    if (other.properties.has(name) || placed.schema === true) return []
    const isRequired = required.has(name)
    return [{ name, placed, isRequired, text: JSON.stringify([isRequired, placed.schema]) }]
  })
}

function renamed({ old, new: now }: Pair<NamedProperty>): SchemaDifference {
  return {
    change: now.isRequired ? 'required-property-renamed' : 'optional-property-renamed',
    was: old.name,
    is: now.name,
    part: { label: now.placed.label, old: old.placed.pointer, new: now.placed.pointer },
  }
}

function added(
  name: string,
  { label, pointer }: PlacedFlat,
  { old, new: now }: FlatPair,
): SchemaDifference[] {
  const part = { label, new: pointer }
  const isRequired = now.required.has(name)
  return [
    ...(isClosed(old) ? [{ change: 'property-added-to-closed-object' as const, part }] : []),
    ...(isRequired || !isClosed(old)
      ? [
          {
            change: isRequired ? ('property-added-required' as const) : ('property-added-optional' as const),
            part,
          },
        ]
      : []),
  ]
}

function removed(
  name: string,
  { label, pointer }: PlacedFlat,
  { old, new: now }: FlatPair,
): SchemaDifference[] {
  const part = { label, old: pointer }
  const isRequired = old.required.has(name)
  return [
    { change: isRequired ? 'required-property-removed' : 'optional-property-removed', part },
    ...(isClosed(now) ? [{ change: 'property-removed-from-closed-object' as const, part }] : []),
  ]
}

function isClosed({ others }: Flat): boolean {
  return others?.schema === false
}

function isObject({ types }: Flat): boolean {
  return types?.has('object') === true
}
