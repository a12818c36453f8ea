import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { type FactRules, isNotNullSchema, typesInSchema } from '@concordat/runtime/schema-view'

/** A property of an object, merged from the object's alternatives. */
export interface SchemaMember {
  /** The property's schema in the alternatives that have it. */
  readonly schema: JsonSchema
  /** True if every alternative has the property, whether required or not. */
  readonly isEverywhere: boolean
  readonly isRequired: boolean
}

type Members = ReadonlyMap<string, SchemaMember>

/** Facts about the objects that a schema allows. */
export interface ObjectShape {
  /** Members in document order. */
  readonly members: Members
  /** Names of properties that every object must have, even if the schema does not declare them. */
  readonly required: ReadonlySet<string>
}

const NO_MEMBERS: ObjectShape = { members: new Map(), required: new Set() }
const NO_PROPERTIES: ReadonlyMap<string, JsonSchema> = new Map()

function isEmpty(properties: object): boolean {
  for (const _ in properties) return false
  return true
}

/** Properties that objects of any non-null alternative can have. */
export const OBJECT_SHAPE: FactRules<ObjectShape> = {
  own({ properties = {}, required = [] }) {
    // Most schemas are scalars.
    if (required.length === 0 && isEmpty(properties)) return NO_MEMBERS
    const names = new Set(required)
    const members = Object.entries(properties).map(([name, schema]): [string, SchemaMember] => [
      name,
      { schema, isEverywhere: true, isRequired: names.has(name) },
    ])
    return { members: new Map(members), required: names }
  },
  isSilent: ({ properties, required }) => properties === undefined && required === undefined,
  together([own, ...parts]) {
    const shapes = [...parts, ...(own === undefined ? [] : [own])]
    const required = new Set(shapes.flatMap((shape) => [...shape.required]))
    const members = new Map<string, SchemaMember>()
    for (const [name, member] of shapes.flatMap((shape) => [...shape.members])) {
      const before = members.get(name)
      members.set(name, {
        schema: member.schema,
        isEverywhere: member.isEverywhere || before?.isEverywhere === true,
        isRequired: member.isRequired || before?.isRequired === true || required.has(name),
      })
    }
    return { members, required }
  },
  either(shapes) {
    const names = new Set(shapes.flatMap(({ members }) => [...members.keys()]))
    const [first, ...others] = shapes.map(({ required }) => required)
    const required = [...(first ?? [])].filter((name) => others.every((names) => names.has(name)))
    return {
      members: new Map([...names].map((name) => [name, unitedMember(name, shapes)])),
      required: new Set(required),
    }
  },
  counts: isNotNullSchema,
}

/**
 * True if a schema or one of its alternatives declares properties. This check is cheaper than merging the
 * properties of alternatives.
 */
export const HAS_MEMBERS: FactRules<boolean> = {
  own: ({ properties = {} }) => !isEmpty(properties),
  together: (all) => all.includes(true),
  either: (all) => all.includes(true),
  counts: isNotNullSchema,
  isSilent: ({ properties }) => properties === undefined,
}

/** A property that at least one of several objects has. */
function unitedMember(name: string, shapes: readonly ObjectShape[]): SchemaMember {
  const said = shapes.flatMap(({ members }) => members.get(name) ?? [])
  const isInAll = said.length === shapes.length
  const schemas = said.map(({ schema }) => schema)
  const [only = true] = schemas
  return {
    schema: schemas.length > 1 ? { anyOf: schemas } : only,
    isEverywhere: isInAll && said.every(({ isEverywhere }) => isEverywhere),
    isRequired: isInAll && said.every(({ isRequired }) => isRequired),
  }
}

/** Schema of an array's items; `undefined` unless every non-null alternative is an array. */
export const ITEMS: FactRules<JsonSchema | undefined> = {
  own: (schema) => (typesInSchema(schema).includes('array') ? (schema.items ?? true) : undefined),
  isSilent: ({ type }) => typeof type === 'string' && type !== 'array',
  together: (all) => all.find((items) => items !== undefined),
  either(all) {
    const known = all.filter((items) => items !== undefined)
    if (known.length < all.length) return undefined
    return known.length > 1 ? { anyOf: known } : known[0]
  },
  counts: isNotNullSchema,
}

/**
 * Properties that every object can have, without those of alternatives. The properties of references and
 * parts come first, then the schema's own properties.
 */
export const PROPERTIES: FactRules<ReadonlyMap<string, JsonSchema>> = {
  own: ({ properties = {} }) => (isEmpty(properties) ? NO_PROPERTIES : new Map(Object.entries(properties))),
  isSilent: ({ properties }) => properties === undefined,
  together: ([own, ...parts]) =>
    new Map([...parts, ...(own === undefined ? [] : [own])].flatMap((part) => [...part])),
  either: () => new Map(),
}

/** Schemas that all apply: the schema itself, the target of its reference, and the parts of its `allOf`. */
export const PARTS: FactRules<readonly SchemaObject[]> = {
  own: (schema) => [schema],
  together: (all) => all.flat(),
  either: () => [],
}
