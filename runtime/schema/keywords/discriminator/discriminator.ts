import type { SchemaObject } from '../../document/json-schema.ts'
import { alternatives, quote } from '../../evaluation/issue.ts'
import { isObject, memberOf } from '../../json/json.ts'
import { stepsOf } from '../../json/pointer.ts'
import { failureOf } from '../../vocabulary/keyword-value.ts'
import type { Discriminator, Keyword, Site } from '../../vocabulary/vocabulary.ts'

/**
 * Reads the `discriminator` beside `anyOf` or `oneOf`: the alternative that it names is
 * the one that judges an object.
 * @returns `undefined` where there is none, or a malformed one.
 * @see OpenAPI 3.2.0, Discriminator Object
 */
function discriminatorOf(site: Site, branches: readonly unknown[]): Discriminator | undefined {
  const { discriminator } = site.schema
  if (!isObject(discriminator)) return undefined
  const { propertyName: property, mapping, defaultMapping } = discriminator
  if (typeof property !== 'string') return undefined
  const known = branches.map((branch) => namesOf(branch, { property, mapping, site }))
  const named = branchesByValue(known)
  const all = [...branches.keys()]
  const otherName = nameOf(defaultMapping)
  const otherwise = all.find((index) => otherName !== undefined && ownName(branches[index]) === otherName)
  const ofObjects = all.filter((index) => mayBeObject(branches[index], site))
  const orElse = (isOpen: (names: Names | undefined) => boolean): readonly number[] =>
    otherwise === undefined ? ofObjects.filter((index) => isOpen(known[index])) : [otherwise]
  const open = orElse((names) => names?.values === undefined)
  const withoutProperty = orElse((names) => names?.isRequired !== true)
  const allowedValues = [...new Set(known.flatMap(({ values }) => values ?? []))]
  const unknown = failureOf(site, 'discriminator', {
    params: { propertyName: property, allowedValues },
    message: `must be ${alternatives(allowedValues.map(quote))}`,
  })
  return {
    property,
    branchesOf(value) {
      if (value === undefined) return withoutProperty
      // Nothing that a mapping could name.
      if (typeof value === 'object' && value !== null) return all
      return named(value) ?? open
    },
    unknown,
    missing: {
      ...unknown,
      keyword: 'required',
      params: { missingProperty: property },
      message: `must have the property ${quote(property)}`,
    },
  }
}

export const discriminatorKeyword: Keyword = {
  keyword: 'discriminator',
  discriminate: discriminatorOf,
}

interface Context {
  readonly property: string
  readonly mapping: unknown
  readonly site: Site
}

/** Values of the property that select an alternative. */
interface Names {
  /** `undefined` where nothing does. */
  readonly values: readonly unknown[] | undefined
  /**
   * True if its schema does not limit the property to these values, so that it does not take
   * an object without the property.
   */
  readonly isRequired: boolean
}

/**
 * The values that its schema allows, limited to the keys of the mapping if those name any: a
 * schema that all alternatives share may list the values of all. If its schema lists none, they
 * are the keys, or its own name.
 */
function namesOf(branch: unknown, context: Context): Names {
  const keys = keysOf(branch, context)
  const declared = listed(branch, context, ({ properties }) =>
    listed(memberOf(properties, context.property), context, literals),
  )
  if (declared === undefined) return { values: keys, isRequired: keys !== undefined }
  const mapped = declared.filter((value) => keys?.includes(String(value)))
  return mapped.length === 0
    ? { values: declared, isRequired: false }
    : { values: mapped, isRequired: mapped.length < declared.length }
}

/**
 * The keys of the mapping that lead to an alternative, else its own name; `undefined` for one without a name.
 */
function keysOf(branch: unknown, { mapping }: Context): readonly string[] | undefined {
  const name = ownName(branch)
  if (name === undefined) return undefined
  const entries = isObject(mapping) ? Object.entries(mapping) : []
  const mapped = entries.filter(([, target]) => nameOf(target) === name)
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name]
}

/** Looks up which alternatives a value names; `undefined` where it names none. */
function branchesByValue(known: readonly Names[]): (value: unknown) => readonly number[] | undefined {
  const named = new Map<unknown, number[]>()
  for (const [index, { values = [] }] of known.entries())
    for (const value of new Set(values)) named.set(value, [...(named.get(value) ?? []), index])
  // Mapping keys and names are text, the property that they stand for may be a number or a boolean.
  return (value) => named.get(value) ?? named.get(String(value))
}

/** The only values that something can have; `undefined` where they are not listed. */
type Values = readonly unknown[] | undefined

/**
 * Values that a schema lists: itself, what it refers to and the parts of its `allOf` together, and any of its
 * alternatives. It does not use `Fact`, which is in a folder above: the keyword reads schemas of any origin,
 * even malformed ones, and bundles of forms include it.
 */
function listed(
  schema: unknown,
  context: Context,
  own: (part: SchemaObject) => Values,
  known = new Map<unknown, Values>(),
): Values {
  if (!isObject(schema) || known.has(schema)) return known.get(schema)
  // A schema met again within itself adds nothing.
  known.set(schema, undefined)
  const inside = (part: unknown): Values => listed(part, context, own, known)
  const { $ref, allOf, anyOf, oneOf } = schema
  const parts = [resolved($ref, context.site), ...asList(allOf)].map(inside)
  const unions = [anyOf, oneOf].map((branches) => either(asList(branches).map(inside)))
  const values = both([own(schema), ...parts, ...unions])
  known.set(schema, values)
  return values
}

function literals(schema: SchemaObject): Values {
  return 'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined
}

function both(all: readonly Values[]): Values {
  const [first, ...others] = all.filter((values) => values !== undefined)
  return first?.filter((value) => others.every((values) => values.includes(value)))
}

function either(all: readonly Values[]): Values {
  return all.length === 0 || all.includes(undefined) ? undefined : all.flatMap((values) => values ?? [])
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function resolved(reference: unknown, site: Site): unknown {
  return typeof reference === 'string' ? site.lookUp(reference) : undefined
}

/** An alternative such as `{ type: "null" }` takes no object, and no value of the property can name it. */
function mayBeObject(branch: unknown, site: Site): boolean {
  const schema = resolved(memberOf(branch, '$ref'), site) ?? branch
  if (!isObject(schema)) return schema !== false
  return schema['type'] === undefined || [schema['type']].flat().includes('object')
}

/** The name of the schema that an alternative refers to. */
function ownName(branch: unknown): string | undefined {
  return nameOf(memberOf(branch, '$ref'))
}

/**
 * "Dog" of "#/components/schemas/Dog", "#/$defs/Dog" and "Dog": a mapping may name a schema, or refer to it.
 */
function nameOf(reference: unknown): string | undefined {
  return typeof reference === 'string' ? (stepsOf(reference).at(-1) ?? reference) : undefined
}
