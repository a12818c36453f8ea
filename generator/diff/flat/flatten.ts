import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { listedValues, ownTypes } from '@concordat/runtime/schema-view'
import { isProse, keywordsOf } from '@concordat/runtime/subschemas'
import type { Model } from '../../model/model.ts'
import { InheritedKinds } from '../../model/schema/kinds.ts'
import { referredNamedSchema } from '../../model/schema/references.ts'
import { flatIntersection } from './both.ts'
import { FLAT_COMPARED_AS_TEXT } from './compared.ts'
import {
  FLAT_ANYTHING,
  type Flat,
  type FlatBound,
  type FlatDiscriminator,
  type FlatFits,
  LOWER_FLAT_BOUNDS,
  type PlacedFlat,
  UPPER_FLAT_BOUNDS,
} from './flat.ts'

const FITS = { oneOf: 'one', anyOf: 'any' } as const

/**
 * Merges everything that the parts of a schema state into one `Flat`. It does not use `Fact`, because each
 * part must keep its location for findings, and a union must remain a list of alternatives that can be
 * matched with the other document's alternatives.
 */
export class Flattener {
  readonly #definitions: ReadonlyMap<string, PlacedFlat>
  readonly #flat = new Map<JsonSchema, Flat>()
  readonly #kinds: InheritedKinds
  /** Names of definitions that have kinds. */
  readonly #parents: ReadonlyMap<JsonSchema, string>

  constructor({ schemas }: Pick<Model, 'schemas'>) {
    this.#definitions = new Map(
      schemas.map(({ name, pointer, schema }) => [name, { schema, pointer, label: labelOf(pointer, name) }]),
    )
    this.#kinds = new InheritedKinds(new Map(schemas.map(({ name, schema }) => [name, schema])))
    this.#parents = new Map(
      schemas.flatMap(({ name, schema }) => (this.#kinds.children(name).length > 0 ? [[schema, name]] : [])),
    )
  }

  /** Flattens a schema whose values can also be of the kinds derived from it. */
  flattenAny(placed: PlacedFlat): Flat {
    const flat = this.flatten(placed)
    const name = this.#parents.get(placed.schema)
    if (name === undefined) return flat
    const kinds = this.#kinds.children(name).map(
      (kind): PlacedFlat => ({
        schema: { $ref: `#/$defs/${kind}` },
        pointer: this.#definitions.get(kind)?.pointer ?? placed.pointer,
        label: placed.label,
      }),
    )
    return { ...flat, kinds }
  }

  /**
   * Returns the definition behind a schema that is only a reference; any other schema is returned unchanged.
   */
  target(placed: PlacedFlat): PlacedFlat {
    const seen = new Set<string>()
    let target = placed
    for (;;) {
      const { $ref, ...rest } = keywordsOf(target.schema)
      const name = referredNamedSchema($ref)
      if (name === undefined || seen.has(name) || Object.keys(rest).some(isMeant)) return target
      seen.add(name)
      target = this.#definitions.get(name) ?? target
    }
  }

  /** @param seen enclosing definitions. A definition nested in itself adds nothing. */
  flatten(placed: PlacedFlat, seen: ReadonlySet<string> = new Set()): Flat {
    const known = this.#flat.get(placed.schema)
    if (known !== undefined && typeof placed.schema === 'object') return known
    const flat = this.#flatten(placed, seen)
    if (typeof placed.schema === 'object' && seen.size === 0) this.#flat.set(placed.schema, flat)
    return flat
  }

  #flatten(placed: PlacedFlat, seen: ReadonlySet<string>): Flat {
    const { schema, pointer, label } = placed
    if (typeof schema === 'boolean') return schema ? FLAT_ANYTHING : { ...FLAT_ANYTHING, types: new Set() }
    const name = referredNamedSchema(schema.$ref)
    const definition = name === undefined || seen.has(name) ? undefined : this.#definitions.get(name)
    let flat = flatIntersection(FLAT_ANYTHING, ownFlat(schema, placed))
    if (definition !== undefined && name !== undefined)
      flat = flatIntersection(this.flatten(definition, new Set([...seen, name])), flat)
    for (const [index, part] of (schema.allOf ?? []).entries())
      flat = flatIntersection(
        flat,
        this.flatten({ schema: part, pointer: pointerBelow(pointer, 'allOf', index), label }, seen),
      )
    for (const keyword of ['oneOf', 'anyOf'] as const)
      if (schema[keyword] !== undefined) flat = flatIntersection(flat, this.#choice(placed, keyword, seen))
    return flat
  }

  #choice(
    { schema, pointer, label }: PlacedFlat,
    keyword: 'oneOf' | 'anyOf',
    seen: ReadonlySet<string>,
  ): Flat {
    const branches = branchesOf({ schema, pointer, label }, keyword)
    const real = branches.filter((branch) => !isNull(branch.schema))
    const isNullable = real.length < branches.length
    if (real.length > 0 && real.every((branch) => onlyRequires(branch.schema)))
      return {
        ...FLAT_ANYTHING,
        constraints: new Map([[keyword, JSON.stringify(real.map((branch) => branch.schema))]]),
      }
    const isTold = keywordsOf(schema).discriminator !== undefined
    const flat = this.#alternatives(real, { fits: isTold ? undefined : FITS[keyword], seen })
    if (!isNullable) return flat
    return { ...flat, ...(flat.types !== undefined && { types: new Set([...flat.types, 'null']) }) }
  }

  #alternatives(
    branches: readonly PlacedFlat[],
    { fits, seen }: { readonly fits: FlatFits | undefined; readonly seen: ReadonlySet<string> },
  ): Flat {
    const [only] = branches
    if (only === undefined) return FLAT_ANYTHING
    if (branches.length === 1) return this.flatten(only, seen)
    const types = branches.map(({ schema }) => plainTypes(schema))
    if (types.every((some) => some !== undefined)) {
      const all = types.flat()
      const numbers = all.map((type) => (type === 'integer' ? 'number' : type))
      return { ...FLAT_ANYTHING, types: normalTypes(all), fits: hasTwice(numbers) ? fits : undefined }
    }
    const listed = branches.map(({ schema }) => plainValues(schema))
    if (listed.every((some) => some !== undefined)) {
      const all = listed.flat()
      const texts = all.map((value) => JSON.stringify(value))
      return { ...ownFlat({ enum: all }, only), fits: hasTwice(texts) ? fits : undefined }
    }
    const flats = branches.map((branch) => this.flatten(branch, seen))
    const all = flats.flatMap((flat) => (flat.types === undefined ? ['any'] : [...flat.types]))
    return {
      ...FLAT_ANYTHING,
      types: all.includes('any') ? undefined : normalTypes(all),
      choices: [branches],
      fits,
    }
  }
}

function hasTwice(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length
}

/** A schema's alternatives; nested unions are expanded. */
function branchesOf(
  { schema, pointer, label }: PlacedFlat,
  keyword: 'oneOf' | 'anyOf',
): readonly PlacedFlat[] {
  return (keywordsOf(schema)[keyword] ?? []).flatMap((branch, index) => {
    const placed = { schema: branch, pointer: pointerBelow(pointer, keyword, index), label }
    const [only, ...others] = Object.keys(keywordsOf(branch)).filter(isMeant)
    const isNested = others.length === 0 && (only === 'oneOf' || only === 'anyOf')
    return isNested ? branchesOf(placed, only) : [placed]
  })
}

/** Flat form of a schema's own keywords. */
function ownFlat(schema: SchemaObject, { pointer, label }: PlacedFlat): Flat {
  const listed = listedValues(schema)
  const place = (inner: JsonSchema, steps: readonly (string | number)[], name: string): PlacedFlat => ({
    schema: inner,
    pointer: pointerBelow(pointer, ...steps),
    label: name,
  })
  const properties = Object.entries(schema.properties ?? {}).map(([name, inner]): [string, PlacedFlat] => [
    name,
    place(inner, ['properties', name], `${label}.${name}`),
  ])
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(schema.properties ?? {}, name))
  const implied = missing.map((name): [string, PlacedFlat] => [
    name,
    place(true, ['required'], `${label}.${name}`),
  ])
  const { additionalProperties, unevaluatedProperties, items, discriminator } = schema
  const others = additionalProperties ?? unevaluatedProperties
  const bounds = [...LOWER_FLAT_BOUNDS, ...UPPER_FLAT_BOUNDS].flatMap((name) => {
    const value = schema[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    types: typesOf(schema, listed),
    values: listed?.filter((value) => value !== null),
    properties: new Map([...properties, ...implied]),
    required: new Set(schema.required),
    others: others === undefined ? undefined : place(others, ['additionalProperties'], `${label}{}`),
    items: items === undefined ? undefined : place(items, ['items'], `${label}[]`),
    firstItems: (schema.prefixItems ?? []).map((item, index) =>
      place(item, ['prefixItems', index], `${label}[${index}]`),
    ),
    bounds: Object.fromEntries(bounds) as Readonly<Partial<Record<FlatBound, number>>>,
    multiplesOf: schema.multipleOf === undefined ? [] : [schema.multipleOf],
    patterns: schema.pattern === undefined ? [] : [schema.pattern],
    format: schema.format === 'binary' ? undefined : schema.format,
    isUnique: schema.uniqueItems === true,
    choices: [],
    fits: undefined,
    kinds: [],
    discriminator: discriminator && discriminatorOf(discriminator),
    constraints: new Map(
      FLAT_COMPARED_AS_TEXT.flatMap((name) => (name in schema ? [[name, JSON.stringify(schema[name])]] : [])),
    ),
    default: 'default' in schema ? JSON.stringify(schema.default) : undefined,
    isDeprecated: schema.deprecated === true,
  }
}

function discriminatorOf({
  propertyName,
  mapping = {},
  defaultMapping,
}: NonNullable<SchemaObject['discriminator']>): FlatDiscriminator {
  return {
    property: propertyName,
    mapping: new Map(
      Object.entries(mapping).map(([value, target]) => [value, referredNamedSchema(target) ?? target]),
    ),
    otherwise: referredNamedSchema(defaultMapping),
  }
}

function typesOf(schema: SchemaObject, listed: readonly unknown[] | undefined): Flat['types'] {
  const declared = ownTypes(schema)
  if (declared === undefined) return undefined
  // If values are enumerated, null is possible only if it is one of them.
  const possible =
    listed === undefined || listed.includes(null) ? declared : declared.filter((name) => name !== 'null')
  return normalTypes(
    possible.map((name) => (name === 'string' && schema.format === 'binary' ? 'bytes' : name)),
  )
}

function normalTypes(types: readonly string[]): ReadonlySet<string> {
  const all = new Set(types)
  if (all.has('number')) all.delete('integer')
  return all
}

/** Types of a schema that states nothing else. */
function plainTypes(schema: JsonSchema): string[] | undefined {
  const { type, ...rest } = keywordsOf(schema)
  return type === undefined || Object.keys(rest).some(isMeant) ? undefined : [type].flat()
}

/** Returns the values of a schema that states only the values and their types. */
function plainValues(schema: JsonSchema): readonly unknown[] | undefined {
  const { type: _, enum: listed, const: value, ...rest } = keywordsOf(schema)
  if (Object.keys(rest).some(isMeant)) return undefined
  return listed ?? (value === undefined ? undefined : [value])
}

/** True if a schema only lists required properties, like the alternatives of an object schema. */
function onlyRequires(schema: JsonSchema): boolean {
  const { required, ...rest } = keywordsOf(schema)
  return required !== undefined && !Object.keys(rest).some(isMeant)
}

/** True for a keyword on which callers or handlers depend. */
function isMeant(keyword: string): boolean {
  return !isProse(keyword) && !keyword.startsWith('x-')
}

function isNull(schema: JsonSchema): boolean {
  const { type, enum: listed, const: value } = keywordsOf(schema)
  return type === 'null' || value === null || (listed?.length === 1 && listed[0] === null)
}

/** Returns a schema's name in the document, which both variants of the schema share. */
function labelOf(pointer: string, name: string): string {
  const [, own] = /^#\/components\/schemas\/([\w.-]+)$/.exec(pointer) ?? []
  return own ?? name
}
