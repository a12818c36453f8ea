import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import type { Issue } from '../evaluation/issue.ts'
import { isObject } from '../json/json.ts'
import { forbidsAll } from './statements.ts'
import { listedValues, typesInSchema } from './types.ts'

/** The step from an array to its items. */
export const EACH = '0'

/** Properties of schemas for strings and numbers; most schemas are of this kind. */
const NO_PROPERTIES: ReadonlyMap<string, Schema> = new Map()

/** A schema's access to its document. */
export interface SchemaReader {
  /** The `Schema` for a schema in the document. Anything that is not a schema allows all values. */
  of(written: unknown): Schema
  /**
   * The keywords of a schema, with references followed, `allOf` merged, and the first alternative that allows
   * values other than null.
   */
  merge(written: JsonSchema): SchemaObject
  /** One copy of the schema for each of its alternatives; only the schema itself if it has none. */
  alternatives(written: JsonSchema): readonly JsonSchema[]
  /** Target of a reference in the document; `undefined` if there is none. */
  resolve(reference: unknown): unknown
  /** A value's first issue; `undefined` if the value is valid or the schema itself has an error. */
  misfit(written: JsonSchema, value: unknown): Issue | undefined
}

/**
 * A schema with a property for each fact that other code needs, so that no other code examines keywords.
 * `Schemas` creates one object per schema.
 */
export class Schema {
  /** The schema as it is written in the document. */
  readonly written: JsonSchema
  readonly #reader: SchemaReader
  #keywords: SchemaObject | undefined
  #properties: ReadonlyMap<string, Schema> | undefined
  #required: ReadonlySet<string> | undefined
  #alternatives: readonly Schema[] | undefined

  constructor(written: JsonSchema, reader: SchemaReader) {
    this.written = written
    this.#reader = reader
  }

  /** Merged keywords; empty for `true`, `false`, or a reference without a target. */
  get keywords(): SchemaObject {
    this.#keywords ??= this.#reader.merge(this.written)
    return this.#keywords
  }

  /**
   * The schema's own keywords as the document contains them, without those from references and `allOf`; empty
   * for `true` and `false`.
   */
  get own(): SchemaObject {
    return isObject(this.written) ? this.written : {}
  }

  /** Types that the schema names or its keywords imply; empty if there are none. */
  get types(): readonly string[] {
    return typesInSchema(this.keywords)
  }

  /** Properties by name, in the document's order. */
  get properties(): ReadonlyMap<string, Schema> {
    this.#properties ??= this.#readProperties()
    return this.#properties
  }

  #readProperties(): ReadonlyMap<string, Schema> {
    const { properties } = this.keywords
    if (!isObject(properties)) return NO_PROPERTIES
    const read = new Map<string, Schema>()
    for (const name of Object.keys(properties)) read.set(name, this.#reader.of(properties[name]))
    return read
  }

  /** The schema of a property. For a property that the schema does not name, it allows anything. */
  property(name: string): Schema {
    return this.properties.get(name) ?? this.#reader.of(true)
  }

  /** Names of the required properties. */
  get required(): ReadonlySet<string> {
    this.#required ??= new Set(this.keywords.required)
    return this.#required
  }

  /** The schema of an array's items. If the document has none, it allows anything. */
  get items(): Schema {
    return this.#reader.of(this.keywords.items)
  }

  /**
   * The schema of the item at an index: from `prefixItems` if it has that many items; if not, from `items`.
   */
  itemAt(index: number): Schema {
    return this.#reader.of(this.keywords.prefixItems?.[index] ?? this.keywords.items)
  }

  /** The schema of unnamed properties. If the document has none, it allows anything. */
  get additionalProperties(): Schema {
    return this.#reader.of(this.keywords.additionalProperties)
  }

  /** True if the schema's values are arrays, or arrays and null. */
  get isList(): boolean {
    const { types } = this
    return types.includes('array') && types.every((type) => type === 'array' || type === 'null')
  }

  /** The schema that has a body's properties: the schema itself, or its items if it is a list. */
  get member(): Schema {
    return this.isList ? this.items : this
  }

  /**
   * One copy of this schema for each of its alternatives, with null last; only the schema itself if it has
   * none.
   */
  get alternatives(): readonly Schema[] {
    this.#alternatives ??= this.#readAlternatives()
    return this.#alternatives
  }

  #readAlternatives(): readonly Schema[] {
    const written = this.#reader.alternatives(this.written)
    if (written.length < 2) return [this]
    return written
      .map((each) => this.#reader.of(each))
      .sort((left, right) => Number(left.isNull) - Number(right.isNull))
  }

  /** True if the schema's type allows only null. */
  get isNull(): boolean {
    return this.keywords.type === 'null'
  }

  /** True for a schema that allows no value: `false`, or a schema whose `not` excludes every value. */
  get isNothing(): boolean {
    return this.written === false || forbidsAll(this.keywords)
  }

  /** The values that the schema lists; `undefined` if it does not list values. */
  get listed(): readonly unknown[] | undefined {
    return listedValues(this.keywords)
  }

  /** True if the schema's values can be numbers. */
  get mayBeNumber(): boolean {
    return this.types.some((type) => type === 'integer' || type === 'number')
  }

  /**
   * All values of a schema that has few: those that it lists, or both booleans; `undefined` if there are
   * many.
   */
  get choices(): readonly unknown[] | undefined {
    return this.keywords.enum ?? (this.types.includes('boolean') ? [true, false] : undefined)
  }

  /** The schema at a path of property names and `EACH`; `undefined` if the document has none there. */
  at(path: readonly string[]): Schema | undefined {
    return path.reduce<Schema | undefined>((inner, name) => inner && partAt(inner, name), this)
  }

  /** Target of a reference in the schema's document; `undefined` if there is none. */
  resolve(reference: unknown): unknown {
    return this.#reader.resolve(reference)
  }

  /** A schema from elsewhere, treated as part of the same document. */
  beside(written: unknown): Schema {
    return this.#reader.of(written)
  }

  /** True if a value is valid or the schema itself has an error. */
  allows(value: unknown): boolean {
    return this.misfit(value) === undefined
  }

  /** A value's first issue; `undefined` if the value is valid or the schema itself has an error. */
  misfit(value: unknown): Issue | undefined {
    return this.#reader.misfit(this.written, value)
  }
}

function partAt(schema: Schema, step: string): Schema | undefined {
  const isOfItems = step === EACH && schema.types.includes('array')
  return schema.properties.get(step) ?? (isOfItems ? schema.items : undefined)
}
