import { jsonTypeOf } from '@concordat/runtime/json'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { conditionalSchemas, listedValues } from '@concordat/runtime/schema-view'
import { alternativesOf, keywordsOf } from '@concordat/runtime/subschemas'
import { InheritedKinds } from '../../model/schema/kinds.ts'
import type { NamedSchema } from '../../model/schema/named-schema.ts'
import { referredNamedSchema } from '../../model/schema/references.ts'
import { OF_OWN_TYPE } from '../schema/typing-keywords.ts'
import { MAX_STATES, TooManyStates } from './too-many-states.ts'

/**
 * The schemas that describe one location in a value, both those that always apply and the alternatives. The
 * schemas for a property or item of the value form another state.
 */
export interface FormatState {
  /** The schemas that describe values at this location, found by following references and compositions. */
  readonly schemas: readonly SchemaObject[]
  /** The schemas that are alternatives, or parts of alternatives. */
  readonly alternatives: ReadonlySet<SchemaObject>
  readonly properties: ReadonlyMap<string, FormatState>
  /** State of undeclared properties. */
  readonly others?: FormatState
  readonly prefixItems: readonly FormatState[]
  readonly items?: FormatState
  /**
   * A state for each alternative that a discriminator distinguishes. If present, it takes the place of all
   * other nested states.
   */
  readonly discriminator?: {
    readonly propertyName: string
    readonly mapping: ReadonlyMap<string, FormatState>
    readonly otherwise: FormatState
  }
}

/** A schema in a state. If it is not whole, the parts of its composition have already been followed. */
interface Part {
  readonly schema: SchemaObject
  readonly isWhole: boolean
}

type Draft = { -readonly [Name in keyof FormatState]: FormatState[Name] }

/**
 * Creates each state only once. It cannot use `SchemaFact`, because here subtypes represent their parent
 * schema, and a discriminated union is a separate state.
 */
export class SchemaStates {
  readonly #definitions: ReadonlyMap<string, JsonSchema>
  /** Schemas that inherit from other schemas, or from which other schemas inherit. */
  readonly #heirs = new Set<SchemaObject>()
  /** Direct subtypes of each schema whose name stands for the union of its subtypes. */
  readonly #kinds = new Map<SchemaObject, readonly (JsonSchema | undefined)[]>()
  readonly #ids = new Map<SchemaObject, number>()
  readonly #states = new Map<string, FormatState>()
  readonly #waiting: (() => void)[] = []
  readonly #says: (schema: SchemaObject) => boolean

  /** @param takesNames true to include schemas that only declare property names. */
  constructor(
    schemas: readonly NamedSchema[],
    { takesNames = false }: { readonly takesNames?: boolean } = {},
  ) {
    this.#says = takesNames ? (schema) => says(schema) || formatStateMembers(schema).length > 0 : says
    this.#definitions = new Map(schemas.map(({ name, schema }) => [name, schema]))
    const kinds = new InheritedKinds(this.#definitions)
    for (const { name, schema, baseName } of schemas) {
      if (typeof schema !== 'object' || !kinds.has(name)) continue
      this.#heirs.add(schema)
      const children = kinds.children(name).map((child) => this.#definitions.get(child))
      if (baseName !== undefined) this.#kinds.set(schema, children)
    }
  }

  /** Every state created so far. */
  get all(): Iterable<FormatState> {
    return this.#states.values()
  }

  /**
   * @param pointer pointer of the schema or of its owner.
   * @throws {TooManyStates}
   */
  of(schema: JsonSchema | undefined, pointer: string): FormatState {
    const state = this.#state(wholes([schema]))
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      if (this.#states.size > MAX_STATES) throw new TooManyStates(pointer)
      next()
    }
    return state
  }

  #state(parts: readonly Part[]): FormatState {
    const { flat, alternatives, union } = this.#flatten(parts)
    const spoken = flat.filter(this.#says)
    const key = [
      ...spoken.map((schema) => this.#id(schema)),
      union === undefined ? '' : `u${this.#id(union)}`,
    ]
      .sort()
      .join(' ')
    const known = this.#states.get(key)
    if (known !== undefined) return known
    const state: Draft = { schemas: spoken, alternatives, properties: new Map(), prefixItems: [] }
    this.#states.set(key, state)
    // The state is completed later, because schemas can be recursive or refer to each other in long chains.
    this.#waiting.push(() => {
      if (union === undefined) this.#expand(state)
      else this.#tellApart(state, { flat, union })
    })
    return state
  }

  #id(schema: SchemaObject): number {
    const id = this.#ids.get(schema) ?? this.#ids.size
    this.#ids.set(schema, id)
    return id
  }

  /** Flattens the parts' compositions, except the first discriminated union. */
  #flatten(parts: readonly Part[]): {
    flat: readonly SchemaObject[]
    alternatives: ReadonlySet<SchemaObject>
    union: SchemaObject | undefined
  } {
    const flat = new Set<SchemaObject>()
    const alternatives = new Set<SchemaObject>()
    let isAlternative = false
    let union: SchemaObject | undefined
    const widened = new Set<SchemaObject>()
    /**
     * @param inherits true if a subtype inherits the part, so that the part's other subtypes do not apply.
     */
    const visit = ({ schema, isWhole }: Part, inherits: boolean): void => {
      const { $ref, allOf = [] } = schema
      const target = this.#definitions.get(referredNamedSchema($ref) ?? '')
      if (!flat.has(schema)) {
        flat.add(schema)
        if (isAlternative) alternatives.add(schema)
        if (!isWhole) return
        for (const part of wholes([target])) visit(part, inherits)
        for (const part of wholes(allOf)) visit(part, this.#heirs.has(schema))
        if (isToldApart(schema)) union ??= schema
        const others = union === schema ? [] : alternativesOf(schema)
        const around = isAlternative
        isAlternative = true
        for (const part of wholes([...others, ...conditionalSchemas(schema)])) visit(part, false)
        isAlternative = around
      }
      if (!isWhole || inherits || widened.has(schema)) return
      widened.add(schema)
      for (const part of wholes([target, ...(this.#kinds.get(schema) ?? [])])) visit(part, false)
    }
    for (const part of parts) visit(part, false)
    return { flat: [...flat], alternatives, union }
  }

  #expand(state: Draft): void {
    const { schemas } = state
    const names = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)))
    const open = schemas.flatMap(
      ({ patternProperties = {}, additionalProperties, unevaluatedProperties }) => [
        ...Object.values(patternProperties),
        ...[additionalProperties, unevaluatedProperties].filter((each) => each !== undefined),
      ],
    )
    const isNamed = (schema: SchemaObject, name: string) => Object.hasOwn(schema.properties ?? {}, name)
    state.properties = new Map(
      [...names].map((name) => {
        const own = schemas.map((schema) =>
          isNamed(schema, name) ? [schema.properties?.[name]] : openOf(schema),
        )
        return [name, this.#state(wholes(own.flat()))]
      }),
    )
    if (open.some((schema) => typeof schema === 'object')) state.others = this.#state(wholes(open))
    const length = Math.max(0, ...schemas.map(({ prefixItems = [] }) => prefixItems.length))
    state.prefixItems = Array.from({ length }, (_, index) =>
      this.#state(wholes(schemas.map(({ prefixItems = [], items }) => prefixItems[index] ?? items))),
    )
    const items = schemas.map((schema) => schema.items)
    if (items.some((schema) => typeof schema === 'object')) state.items = this.#state(wholes(items))
  }

  #tellApart(state: Draft, { flat, union }: { flat: readonly SchemaObject[]; union: SchemaObject }): void {
    const { propertyName, mapping = {} } = union.discriminator ?? { propertyName: '' }
    const around = flat.map((schema) => ({ schema, isWhole: false }))
    const branches = Object.entries(mapping).map(([value, reference]): [string, FormatState] => {
      const branch = this.#definitions.get(referredNamedSchema(reference) ?? '')
      return [value, this.#state([...around, ...wholes([branch])])]
    })
    state.discriminator = { propertyName, mapping: new Map(branches), otherwise: this.#state(around) }
  }
}

function openOf({ patternProperties = {}, additionalProperties }: SchemaObject): (JsonSchema | undefined)[] {
  return [...Object.values(patternProperties), additionalProperties]
}

/** True if a discriminator distinguishes the alternatives. */
function isToldApart({ discriminator, anyOf, oneOf }: SchemaObject): boolean {
  return discriminator?.mapping !== undefined && (anyOf !== undefined || oneOf !== undefined)
}

function wholes(schemas: readonly (JsonSchema | undefined)[]): Part[] {
  return schemas.flatMap((schema) => (typeof schema === 'object' ? [{ schema, isWhole: true }] : []))
}

/** True if a schema describes the value itself, not only through composition. */
function says(schema: SchemaObject): boolean {
  const said = OF_OWN_TYPE.filter((keyword) => keyword in schema)
  // Many compositions also contain "type: object".
  return said.length > 1 || (said.length === 1 && schema.type !== 'object')
}

/** Names of the properties that a schema itself mentions, without the keys of maps. */
export function formatStateMembers({
  properties = {},
  required = [],
  discriminator,
  if: condition,
}: SchemaObject): readonly string[] {
  const asked = Object.keys(keywordsOf(condition).properties ?? {})
  const property = discriminator === undefined ? [] : [discriminator.propertyName]
  return [...Object.keys(properties), ...required, ...property, ...asked]
}

/** True for objects that declare no properties, but allow any name or names that match a pattern. */
export function isFormatStateMap(schema: SchemaObject): boolean {
  const { additionalProperties, unevaluatedProperties, patternProperties } = schema
  const isOpen = [additionalProperties, unevaluatedProperties].some((each) => typeof each === 'object')
  return formatStateMembers(schema).length === 0 && (isOpen || patternProperties !== undefined)
}

/** JSON types that a schema's own keywords allow; empty if it does not specify a type. */
export function wireTypes(schema: SchemaObject): Set<string> {
  const values = listedValues(schema)
  if (values !== undefined) return new Set(values.map(jsonTypeOf))
  return new Set([schema.type ?? []].flat().map((name) => (name === 'integer' ? 'number' : name)))
}

/** True if a schema enumerates its values, in which case a format adds nothing. */
export function enumeratesInFormats(schema: JsonSchema): boolean {
  return listedValues(keywordsOf(schema)) !== undefined
}

/** Returns the states one level deeper, including those within alternatives. */
export function innerFormatStates({
  properties,
  others,
  prefixItems,
  items,
  discriminator,
}: FormatState): FormatState[] {
  const own = [...properties.values(), others, ...prefixItems, items]
  const branches = discriminator && [...discriminator.mapping.values(), discriminator.otherwise]
  return [...own, ...(branches ?? [])].filter((state) => state !== undefined)
}

/** The given states and all states nested in them, at any depth. */
export function reachedFormatStates(states: readonly FormatState[]): Set<FormatState> {
  const seen = new Set(states)
  for (const state of seen) for (const inner of innerFormatStates(state)) seen.add(inner)
  return seen
}
