import type { SchemaObject } from '../../document/json-schema.ts'
import { listInIssue, quoteInIssue } from '../../evaluation/issue.ts'
import { type Check, passCheck } from '../../evaluation/run.ts'
import { isObject, memberOf } from '../../json/json.ts'
import { stepsOf } from '../../json/pointer.ts'
import { keywordFailure } from '../../vocabulary/keyword-value.ts'
import type { Discriminator, Keyword, Site } from '../../vocabulary/vocabulary.ts'

/**
 * Compiles the `discriminator` next to `anyOf` or `oneOf`. It checks an object only against the alternative
 * that it identifies.
 * @returns `undefined` if the keyword is absent or malformed.
 * @see OpenAPI 3.2.0, Discriminator Object
 */
function discriminatorOf(
  site: Site,
  branches: readonly unknown[],
  checks: readonly Check[],
): Discriminator | undefined {
  const { discriminator } = site.schema
  if (!isObject(discriminator)) return undefined
  const { propertyName: property, mapping, defaultMapping } = discriminator
  if (typeof property !== 'string') return undefined
  const known = branches.map((branch, index) => ({
    ...namesOf(branch, { property, mapping, site }),
    branch,
    check: checks[index] ?? passCheck,
  }))
  const named = checksByValue(known)
  const otherName = nameOf(defaultMapping)
  const otherwise = known.find(({ branch }) => otherName !== undefined && ownName(branch) === otherName)
  const ofObjects = known.filter(({ branch }) => mayBeObject(branch, site))
  const orElse = (isOpen: (alternative: Names) => boolean): readonly Check[] =>
    (otherwise === undefined ? ofObjects.filter(isOpen) : [otherwise]).map(({ check }) => check)
  const open = orElse(({ values }) => values === undefined)
  const withoutProperty = orElse(({ isRequired }) => !isRequired)
  const allowedValues = [...new Set(known.flatMap(({ values }) => values ?? []))]
  const unknown = keywordFailure(site, 'discriminator', {
    params: { propertyName: property, allowedValues },
    message: `must be ${listInIssue(allowedValues.map(quoteInIssue))}`,
  })
  return {
    property,
    checksFor(value) {
      if (value === undefined) return withoutProperty
      // A mapping has no keys for objects.
      if (typeof value === 'object' && value !== null) return checks
      return named(value) ?? open
    },
    unknown,
    missing: {
      ...unknown,
      keyword: 'required',
      params: { missingProperty: property },
      message: `must have the property ${quoteInIssue(property)}`,
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

/** The property's values that select one alternative. */
interface Names {
  /** `undefined` if no values select it. */
  readonly values: readonly unknown[] | undefined
  /**
   * True if the alternative's schema does not limit the property to these values. In that case, an object
   * without the property does not select the alternative.
   */
  readonly isRequired: boolean
}

/**
 * The property's values that select an alternative: those that its schema allows. If some of them are mapping
 * keys for the alternative, only those count, because a schema shared by all alternatives can list the values
 * of all. If the schema lists no values, they are the mapping keys or the schema's name.
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
 * The mapping keys for an alternative or, without such keys, the name of its schema; `undefined` if it has
 * none.
 */
function keysOf(branch: unknown, { mapping }: Context): readonly string[] | undefined {
  const name = ownName(branch)
  if (name === undefined) return undefined
  const entries = isObject(mapping) ? Object.entries(mapping) : []
  const mapped = entries.filter(([, target]) => nameOf(target) === name)
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name]
}

/** Creates a lookup for the checks that a value selects; it returns `undefined` if there are none. */
function checksByValue(
  known: readonly (Names & { readonly check: Check })[],
): (value: unknown) => readonly Check[] | undefined {
  const named = new Map<unknown, Check[]>()
  for (const { values = [], check } of known)
    for (const value of new Set(values)) named.set(value, [...(named.get(value) ?? []), check])
  // Look up the value as a string too: mapping keys and names are strings, but the property can be a number
  // or a boolean.
  return (value) => named.get(value) ?? named.get(String(value))
}

/** The only allowed values; `undefined` if the schema does not list them. */
type Values = readonly unknown[] | undefined

/**
 * Values that a schema allows, if it lists them itself or in a reference's target, a part or all
 * alternatives. It does not use `SchemaFact`, because this keyword accepts even malformed schemas and is
 * included in form bundles.
 */
function listed(
  schema: unknown,
  context: Context,
  own: (part: SchemaObject) => Values,
  known = new Map<unknown, Values>(),
): Values {
  if (!isObject(schema) || known.has(schema)) return known.get(schema)
  // A schema that contains itself adds no values.
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

/** False for an alternative such as `{ type: "null" }`, which no value of the property can select. */
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
 * Returns "Dog" for "#/components/schemas/Dog", "#/$defs/Dog" and "Dog", because a mapping contains names or
 * references.
 */
function nameOf(reference: unknown): string | undefined {
  return typeof reference === 'string' ? (stepsOf(reference).at(-1) ?? reference) : undefined
}
