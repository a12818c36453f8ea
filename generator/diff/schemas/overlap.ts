import type { Flat, FlatBound, PlacedFlat } from '../flat/flat.ts'
import type { Flattener } from '../flat/flatten.ts'
import type { FlatPair, Pair, SchemaDifference } from './difference.ts'

/**
 * Reports that a value must now match exactly one alternative, or no longer has to, unless no value could
 * match several.
 */
export function fitDifferences(
  { old, new: now }: FlatPair,
  flatteners: Pair<Flattener>,
): readonly SchemaDifference[] {
  if (old.fits === undefined || now.fits === undefined || old.fits === now.fits) return []
  const isExclusive = now.fits === 'one'
  const [choosing, flattener] = isExclusive ? [now, flatteners.new] : [old, flatteners.old]
  const isPossible =
    choosing.choices.length === 0 || choosing.choices.some((choice) => overlaps(choice, flattener))
  if (!isPossible) return []
  return [{ change: isExclusive ? 'alternatives-became-exclusive' : 'alternatives-no-longer-exclusive' }]
}

/** Maximum depth of the properties that are used to distinguish alternatives. */
const DEEPEST = 3

/** True if one value could match two of the schemas. */
function overlaps(schemas: readonly PlacedFlat[], flattener: Flattener): boolean {
  const flats = schemas.map((placed) => flatOf(placed, flattener))
  return flats.some((one, index) =>
    flats.slice(index + 1).some((other) => mayShare(one, other, flattener, DEEPEST)),
  )
}

/** False if the schemas provably have no value in common. */
function mayShare(one: Flat, other: Flat, flattener: Flattener, depth: number): boolean {
  const types = sharedTypes(one, other)
  if (types.length === 0 || !shareValues(one, other)) return false
  if (types.length > 1 || depth === 0) return true
  if (areApart(one.bounds, other.bounds)) return false
  if (types[0] === 'object') return !areObjectsApart(one, other, flattener, depth)
  return types[0] !== 'array' || !areListsApart(one, other, flattener, depth)
}

const TYPES = ['null', 'boolean', 'object', 'array', 'string', 'bytes', 'number']

function sharedTypes(one: Flat, other: Flat): readonly string[] {
  const [left, right] = [one, other].map(({ types }) =>
    [...(types ?? TYPES)].map((type) => (type === 'integer' ? 'number' : type)),
  )
  return [...new Set(left)].filter((type) => right?.includes(type) === true)
}

/**
 * False if both schemas enumerate values and have none in common. Null is a common value if both allow it.
 */
function shareValues(one: Flat, other: Flat): boolean {
  if (one.values === undefined || other.values === undefined || areNullable(one, other)) return true
  const texts = new Set(other.values.map((value) => JSON.stringify(value)))
  return one.values.some((value) => texts.has(JSON.stringify(value)))
}

function areNullable(...flats: readonly Flat[]): boolean {
  return flats.every(({ types }) => types === undefined || types.has('null'))
}

const RANGES: readonly (readonly [lower: FlatBound, upper: FlatBound])[] = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
]

function areApart(one: Flat['bounds'], other: Flat['bounds']): boolean {
  const isAbove = (
    above: Flat['bounds'],
    under: Flat['bounds'],
    [lower, upper]: readonly [FlatBound, FlatBound],
  ) => (above[lower] ?? -Infinity) > (under[upper] ?? Infinity)
  return RANGES.some((range) => isAbove(one, other, range) || isAbove(other, one, range))
}

/**
 * True if an object requires a property that must have different values in the other object, or that the
 * other object rejects.
 */
function areObjectsApart(one: Flat, other: Flat, flattener: Flattener, depth: number): boolean {
  return [...new Set([...one.required, ...other.required])].some((name) => {
    const [left, right] = [one, other].map((flat) => flat.properties.get(name) ?? flat.others)
    if (left === undefined || right === undefined) return false
    return !mayShare(flatOf(left, flattener), flatOf(right, flattener), flattener, depth - 1)
  })
}

/** True if arrays need items, but no item can match both schemas. An empty array could match both. */
function areListsApart(one: Flat, other: Flat, flattener: Flattener, depth: number): boolean {
  const needsItems = [one, other].some(({ bounds }) => (bounds.minItems ?? 0) > 0)
  const [left, right] = [one.items, other.items]
  const isPlain = one.firstItems.length + other.firstItems.length === 0
  if (!needsItems || !isPlain || left === undefined || right === undefined) return false
  return !mayShare(flatOf(left, flattener), flatOf(right, flattener), flattener, depth - 1)
}

function flatOf(placed: PlacedFlat, flattener: Flattener): Flat {
  return flattener.flatten(flattener.target(placed))
}
