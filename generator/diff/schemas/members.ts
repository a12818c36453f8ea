import { keywordsOf } from '@concordat/runtime/subschemas'
import { referredNamedSchema } from '../../model/schema/references.ts'
import { FLAT_ANYTHING, type Flat, type FlatChoice, type PlacedFlat } from '../flat/flat.ts'
import type { Flattener } from '../flat/flatten.ts'
import { isFlatUnion, isPlainFlat } from '../flat/union.ts'
import { differenceValueText, type FlatPair, type Pair } from './difference.ts'

/** A schema and its flat form. */
export interface FlatStated {
  readonly placed: PlacedFlat
  readonly flat: Flat
}

/** An alternative of a union: a schema, or the part of a schema for one type or one value of a property. */
export interface UnionMember extends FlatStated {
  readonly isWhole: boolean
  /** Name of the definition to which the alternative refers, if any. */
  readonly reference: string | undefined
  /** Discriminator values that select it. */
  readonly values: readonly string[]
  /** The name shown to users, if it differs from the schema's name. */
  readonly called?: string
  /** The alternative from which it was split. */
  readonly whole?: UnionMember
}

/** Maximum number of properties used to name an unnamed object. */
const NAMED = 3

/**
 * Returns both schemas as lists of alternatives, if one consists only of alternatives and the other does too
 * or could be a single alternative.
 * @returns `undefined` otherwise; all keywords must then be compared.
 */
export function comparedUnions(
  pair: Pair<FlatStated>,
  flatteners: Pair<Flattener>,
): Pair<readonly UnionMember[]> | undefined {
  const sides = [pair.old.flat, pair.new.flat]
  if (!sides.some(isFlatUnion) || !sides.every((flat) => isFlatUnion(flat) || isOne(flat))) return undefined
  return {
    old: unionMembers(pair.old, flatteners.old),
    new: unionMembers(pair.new, flatteners.new),
  }
}

/**
 * If one schema has more lists of alternatives than the other, adds the alternatives' properties to the
 * schema's own. A property moved into an alternative then counts as neither added nor removed.
 */
export function withBranchProperties({ old, new: now }: FlatPair, flatteners: Pair<Flattener>): FlatPair {
  if (old.choices.length === now.choices.length) return { old, new: now }
  return {
    old: withProperties(old, now, flatteners.old),
    new: withProperties(now, old, flatteners.new),
  }
}

function withProperties(flat: Flat, other: Flat, flattener: Flattener): Flat {
  if (flat.choices.length <= other.choices.length) return flat
  const named = flat.choices
    .flat()
    .flatMap((branch) => [...flattener.flatten(flattener.target(branch)).properties])
  const properties = new Map(flat.properties)
  for (const [name, [first, ...others]] of Map.groupBy(named, ([name]) => name)) {
    if (first === undefined || properties.has(name)) continue
    const [, placed] = first
    const schemas = [...new Set([first, ...others].map(([, { schema }]) => schema))]
    properties.set(name, schemas.length === 1 ? placed : { ...placed, schema: { anyOf: schemas } })
  }
  return { ...flat, properties }
}

/** The alternatives of a schema, or one alternative for each of its types except null. */
export function unionMembers({ placed, flat }: FlatStated, flattener: Flattener): readonly UnionMember[] {
  const [choice] = flat.choices
  if (choice !== undefined && isFlatUnion(flat))
    return withoutCovered(unionChoiceMembers(choice, flat, flattener))
  const own = withoutNull({ ...flat, default: undefined, isDeprecated: false })
  const types = [...(own.types ?? [])]
  const reference = referenceOf(placed)
  if (types.length < 2)
    return [{ placed, flat: own, isWhole: reference !== undefined, reference, values: [] }]
  return types.map((type) => ({
    placed,
    flat: ofType(own, type),
    isWhole: false,
    reference: undefined,
    values: [],
  }))
}

/** Members of a list of alternatives. */
export function unionChoiceMembers(
  choice: FlatChoice,
  { discriminator }: Flat,
  flattener: Flattener,
): readonly UnionMember[] {
  return choice.flatMap((placed): readonly UnionMember[] => {
    const target = flattener.target(placed)
    const flat = flattener.flatten(target)
    const reference = referenceOf(placed)
    const values = [...(discriminator?.mapping ?? [])].flatMap(([value, name]) =>
      name === reference ? [value] : [],
    )
    if (reference === undefined && (flat.types?.size ?? 0) > 1)
      return unionMembers({ placed, flat }, flattener)
    return [{ placed, flat, isWhole: true, reference, values }]
  })
}

/** An alternative's name for users. */
export function unionMemberName(
  { placed, flat, reference, called }: UnionMember,
  flattener: Flattener,
): string {
  if (called !== undefined) return called
  if (reference !== undefined) return flattener.target(placed).label
  const { title } = keywordsOf(placed.schema)
  if (title !== undefined && flat.choices.length === 0 && flat.types?.has('object') === true) return title
  if (flat.values !== undefined) return differenceValueText(flat.values).slice(1, -1)
  const types = [...(flat.types ?? [])].filter((type) => type !== 'null')
  const names = [...flat.properties.keys()]
  const listed = `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …' : ''}`
  return `${types.join(' or ') || 'anything'}${listed === '' ? '' : ` with ${listed}`}`
}

/** True for a schema that could itself be an alternative: it has types but no alternatives. */
function isOne({ choices, kinds, types }: Flat): boolean {
  return choices.length + kinds.length === 0 && types !== undefined
}

const SCALARS = ['string', 'number', 'integer', 'boolean']

/**
 * Drops an alternative if another one allows any value of its types. Enumerated values, for example, are then
 * only suggestions.
 */
function withoutCovered(members: readonly UnionMember[]): readonly UnionMember[] {
  const plain = members.filter(({ flat }) => isPlainFlat(flat))
  const covers = (one: UnionMember, other: UnionMember) =>
    one !== other &&
    [...(other.flat.types ?? ['any'])].every(
      (type) =>
        SCALARS.includes(type) &&
        (one.flat.types?.has(type) === true ||
          (type === 'integer' && one.flat.types?.has('number') === true)),
    )
  return members.filter((member) => plain.includes(member) || !plain.some((one) => covers(one, member)))
}

function withoutNull(flat: Flat): Flat {
  if (flat.types?.has('null') !== true) return flat
  return { ...flat, types: new Set([...flat.types].filter((type) => type !== 'null')) }
}

const OF_TYPE: Readonly<Record<string, (flat: Flat) => Partial<Flat>>> = {
  object: ({ properties, required, others }) => ({ properties, required, others }),
  array: ({ items, firstItems, isUnique }) => ({ items, firstItems, isUnique }),
  string: ({ patterns, format }) => ({ patterns, format }),
  number: ({ multiplesOf, format }) => ({ multiplesOf, format }),
  integer: ({ multiplesOf, format }) => ({ multiplesOf, format }),
}

const BOUNDS: Readonly<Record<string, RegExp>> = {
  object: /Properties$/,
  array: /Items$/,
  string: /Length$/,
  number: /imum$/,
  integer: /imum$/,
}

/** A schema's keywords for values of one type. */
function ofType(flat: Flat, type: string): Flat {
  const { values, constraints, bounds, discriminator } = flat
  const own = Object.entries(bounds).filter(([name]) => BOUNDS[type]?.test(name) === true)
  return {
    ...FLAT_ANYTHING,
    ...OF_TYPE[type]?.(flat),
    types: new Set([type]),
    values: values?.filter((value) => isOfType(value, type)),
    bounds: Object.fromEntries(own),
    constraints,
    discriminator,
  }
}

function isOfType(value: unknown, type: string): boolean {
  if (Array.isArray(value)) return type === 'array'
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function referenceOf({ schema }: PlacedFlat): string | undefined {
  return referredNamedSchema(keywordsOf(schema).$ref)
}
