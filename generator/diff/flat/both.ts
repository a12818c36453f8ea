import { FLAT_ANYTHING, type Flat, type FlatBound, LOWER_FLAT_BOUNDS, type PlacedFlat } from './flat.ts'

/** A schema for the values that both schemas allow. */
export function flatIntersection(one: Flat, other: Flat): Flat {
  if (one === FLAT_ANYTHING) return other
  if (other === FLAT_ANYTHING) return one
  return {
    types: commonTypes(one.types, other.types),
    values: commonValues(one.values, other.values),
    properties: unite(one.properties, other.properties),
    required: new Set([...one.required, ...other.required]),
    others: stricter(one.others, other.others),
    items: stricter(one.items, other.items),
    firstItems: one.firstItems.length > 0 ? one.firstItems : other.firstItems,
    bounds: stricterBounds(one.bounds, other.bounds),
    multiplesOf: [...new Set([...one.multiplesOf, ...other.multiplesOf])],
    patterns: [...new Set([...one.patterns, ...other.patterns])],
    format: one.format ?? other.format,
    isUnique: one.isUnique || other.isUnique,
    choices: [...one.choices, ...other.choices],
    fits: [one.fits, other.fits].includes('one') ? 'one' : (one.fits ?? other.fits),
    // A parent's kinds are not inherited, because the schema itself can be one of them.
    kinds: [],
    discriminator: one.discriminator ?? other.discriminator,
    constraints: new Map([...one.constraints, ...other.constraints]),
    default: one.default ?? other.default,
    isDeprecated: one.isDeprecated || other.isDeprecated,
  }
}

function commonTypes(one: Flat['types'], other: Flat['types']): Flat['types'] {
  if (one === undefined || other === undefined) return one ?? other
  const allows = (types: ReadonlySet<string>, type: string) =>
    types.has(type) ||
    (type === 'integer' && types.has('number')) ||
    (type === 'bytes' && types.has('string'))
  return new Set([
    ...[...one].filter((type) => allows(other, type)),
    ...[...other].filter((type) => allows(one, type)),
  ])
}

function commonValues(one: Flat['values'], other: Flat['values']): Flat['values'] {
  if (one === undefined || other === undefined) return one ?? other
  const texts = new Set(other.map((value) => JSON.stringify(value)))
  return one.filter((value) => texts.has(JSON.stringify(value)))
}

function unite(one: Flat['properties'], other: Flat['properties']): Flat['properties'] {
  const all = new Map(one)
  for (const [name, placed] of other) all.set(name, stricter(all.get(name), placed) ?? placed)
  return all
}

/** Combines two schemas of a value. If neither is redundant, the result has the location of the second. */
function stricter(one: PlacedFlat | undefined, other: PlacedFlat | undefined): PlacedFlat | undefined {
  if (one === undefined || other === undefined) return one ?? other
  if (one.schema === true) return other
  if (other.schema === true || one.schema === other.schema) return one
  return { ...other, schema: { allOf: [one.schema, other.schema] } }
}

function stricterBounds(one: Flat['bounds'], other: Flat['bounds']): Flat['bounds'] {
  const all: Partial<Record<FlatBound, number>> = { ...one }
  for (const [name, value] of Object.entries(other) as [FlatBound, number][]) {
    const before = all[name]
    const isLower = LOWER_FLAT_BOUNDS.some((lower) => lower === name)
    if (before === undefined) all[name] = value
    else all[name] = isLower ? Math.max(before, value) : Math.min(before, value)
  }
  return all
}
