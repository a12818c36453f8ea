import type { Flat, Placed } from '../flat/flat.ts'
import type { Difference, FlatPair, Pair } from './difference.ts'

/** How the properties of an object differ: which there are, and which have to be there. */
export function propertyDifferences({ old, new: now }: FlatPair): readonly Difference[] {
  const names = new Set([...old.properties.keys(), ...now.properties.keys()])
  const own = [...names].flatMap((name) => {
    const [before, after] = [old.properties.get(name), now.properties.get(name)]
    if (before === undefined) return after === undefined ? [] : added(name, after, { old, new: now })
    if (after === undefined) return removed(name, before, { old, new: now })
    const part = { label: after.label, old: before.pointer, new: after.pointer }
    const [needed, needs] = [old.required.has(name), now.required.has(name)]
    if (needed === needs) return []
    return [
      { change: needs ? ('property-became-required' as const) : ('property-became-optional' as const), part },
    ]
  })
  const [closed, closes] = [isClosed(old), isClosed(now)]
  if (closed === closes || !isObject(old) || !isObject(now)) return own
  return [...own, { change: closes ? 'other-properties-refused' : 'other-properties-allowed' }]
}

/** The values that both objects have under one name, or under any other. */
export function memberPairs({ old, new: now }: FlatPair): readonly Pair[] {
  const own = [...now.properties].flatMap(([name, after]): Pair[] => {
    const before = old.properties.get(name)
    return before === undefined ? [] : [{ old: before, new: after }]
  })
  if (isClosed(old) || isClosed(now)) return own
  const [before, after] = [old.others, now.others]
  const place = before ?? after
  if (place === undefined) return own
  const open = { ...place, schema: true }
  return [...own, { old: before ?? open, new: after ?? open }]
}

function added(name: string, { label, pointer }: Placed, { old, new: now }: FlatPair): Difference[] {
  const part = { label, new: pointer }
  const isRequired = now.required.has(name)
  return [
    ...(isClosed(old) ? [{ change: 'property-added-where-closed' as const, part }] : []),
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

function removed(name: string, { label, pointer }: Placed, { old, new: now }: FlatPair): Difference[] {
  const part = { label, old: pointer }
  const isRequired = old.required.has(name)
  return [
    { change: isRequired ? 'required-property-removed' : 'optional-property-removed', part },
    ...(isClosed(now) ? [{ change: 'property-removed-where-closed' as const, part }] : []),
  ]
}

function isClosed({ others }: Flat): boolean {
  return others?.schema === false
}

function isObject({ types }: Flat): boolean {
  return types?.has('object') === true
}
