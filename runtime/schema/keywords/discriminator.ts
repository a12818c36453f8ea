import { alternatives, quote } from '../evaluation/issue.ts'
import { isObject } from '../json/json.ts'
import { stepsOf } from '../json/pointer.ts'
import { failureOf } from '../vocabulary/keyword-value.ts'
import type { Discriminator, Keyword, Site } from '../vocabulary/vocabulary.ts'

/**
 * Reads the `discriminator` beside `anyOf` or `oneOf`. It decides of which alternative the issues are told and, where a value matches
 * several alternatives of `oneOf`, which of them is meant; no value is refused for its sake.
 * @returns `undefined` where there is none, or a malformed one.
 * @see OpenAPI 3.2.0, Discriminator Object
 */
function discriminatorOf(site: Site, branches: readonly unknown[]): Discriminator | undefined {
  const { discriminator } = site.schema
  if (!isObject(discriminator)) return undefined
  const { propertyName: property, mapping, defaultMapping } = discriminator
  if (typeof property !== 'string') return undefined
  const known = namingValues(branches, { property, mapping, site })
  const naming = branchesByValue(known)
  const isOpen = known.some((values, index) => values === undefined && mayBeObject(branches[index], site))
  const otherwise = indexOf(branches, defaultMapping)
  const allowedValues = [...new Set(known.flatMap((values) => values ?? []))]
  return {
    property,
    branchOf(value) {
      const named = naming(value)
      if (named !== undefined) return named === 'several' ? undefined : named
      return otherwise ?? (isOpen ? undefined : 'none')
    },
    otherwise,
    unknown: failureOf(site, 'discriminator', {
      params: { propertyName: property, allowedValues },
      message: `must be ${alternatives(allowedValues.map(quote))}`,
    }),
    missing: {
      ...failureOf(site, 'discriminator', {
        params: { missingProperty: property },
        message: `must have the property ${quote(property)}`,
      }),
      keyword: 'required',
    },
  }
}

export const discriminatorKeyword: Keyword = { keyword: 'discriminator', discriminate: discriminatorOf }

/** The alternative that a reference of a mapping leads to. */
function indexOf(branches: readonly unknown[], target: unknown): number | undefined {
  if (typeof target !== 'string') return undefined
  const index = branches.findIndex(
    (branch) =>
      isObject(branch) && typeof branch['$ref'] === 'string' && nameOf(branch['$ref']) === nameOf(target),
  )
  return index === -1 ? undefined : index
}

interface Context {
  readonly property: string
  readonly mapping: unknown
  readonly site: Site
}

/**
 * The values that name each alternative: those that its schema allows, else the mapping's, else its own name. Of a value that several
 * allow, as all do where the schema that they share lists the values, it is the mapping or the name that tells whose it is.
 */
function namingValues(branches: readonly unknown[], context: Context): (readonly unknown[] | undefined)[] {
  const keys = branches.map((branch) => keysOf(branch, context))
  const declared = branches.map((branch) => declaredValues(branch, context))
  const hasKey = (index: number, value: unknown) => keys[index]?.includes(String(value)) ?? false
  return declared.map((values, index) => {
    if (values === undefined) return keys[index]
    const isOfAnother = (value: unknown) =>
      !hasKey(index, value) &&
      declared.some((others, other) => others?.includes(value) && hasKey(other, value))
    return values.filter((value) => !isOfAnother(value))
  })
}

/** The keys of the mapping that lead to an alternative, else its own name; `undefined` for one without a name. */
function keysOf(branch: unknown, { mapping }: Context): readonly string[] | undefined {
  const name = isObject(branch) && typeof branch['$ref'] === 'string' ? nameOf(branch['$ref']) : undefined
  if (name === undefined) return undefined
  const entries = isObject(mapping) ? Object.entries(mapping) : []
  const mapped = entries.filter(([, target]) => typeof target === 'string' && nameOf(target) === name)
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name]
}

/** Looks up which alternative a value names; `undefined` where it names none. */
function branchesByValue(
  known: readonly (readonly unknown[] | undefined)[],
): (value: unknown) => number | 'several' | undefined {
  const named = new Map<unknown, number | 'several'>()
  for (const [index, values = []] of known.entries()) {
    for (const value of new Set(values)) named.set(value, named.has(value) ? 'several' : index)
  }
  return (value) => {
    if (typeof value === 'object' && value !== null) return undefined
    const exact = named.get(value)
    if (typeof value === 'string') return exact
    // Mapping keys and names are text, the property that they stand for may be a number or a boolean.
    const written = named.get(String(value))
    return exact === undefined || written === undefined || exact === written ? (exact ?? written) : 'several'
  }
}

/** `const` or `enum` of the property, in the schema, in what it refers to, or in a part of it. */
function declaredValues(
  schema: unknown,
  context: Context,
  seen = new Set<unknown>(),
): readonly unknown[] | undefined {
  if (!isObject(schema) || seen.has(schema)) return undefined
  seen.add(schema)
  const { properties, $ref, allOf } = schema
  const own =
    isObject(properties) && Object.hasOwn(properties, context.property)
      ? literals(properties[context.property], context.site)
      : undefined
  if (own !== undefined) return own
  for (const part of [resolved($ref, context.site), ...(Array.isArray(allOf) ? allOf : [])]) {
    const found = declaredValues(part, context, seen)
    if (found !== undefined) return found
  }
  return undefined
}

function literals(schema: unknown, site: Site, seen = new Set<unknown>()): readonly unknown[] | undefined {
  if (!isObject(schema) || seen.has(schema)) return undefined
  seen.add(schema)
  if ('const' in schema) return [schema['const']]
  if (Array.isArray(schema['enum'])) return schema['enum']
  return literals(resolved(schema['$ref'], site), site, seen)
}

function resolved(reference: unknown, site: Site): unknown {
  return typeof reference === 'string' ? site.lookUp(reference) : undefined
}

/** An alternative such as `{ type: "null" }` takes no object, and no value of the property can name it. */
function mayBeObject(branch: unknown, site: Site): boolean {
  const schema = isObject(branch) ? (resolved(branch['$ref'], site) ?? branch) : branch
  if (!isObject(schema)) return schema !== false
  return schema['type'] === undefined || [schema['type']].flat().includes('object')
}

/** "Dog" of "#/components/schemas/Dog", "#/$defs/Dog" and "Dog": a mapping may name a schema, or refer to it. */
function nameOf(reference: string): string {
  return stepsOf(reference).at(-1) ?? reference
}
