import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import type { Issue } from '../evaluation/issue.ts'
import { isObject } from '../json/json.ts'
import { forbidsAll } from './statements.ts'
import { listedValues, typesIn } from './types.ts'

/** The step of a path that leads from an array to its items. */
export const EACH = '0'

/** Properties of schemas of texts and numbers, as most schemas are. */
const NO_PROPERTIES: ReadonlyMap<string, Schema> = new Map()

/** Access of a schema to its document. */
export interface SchemaReader {
  /** The schema of the document that is written so; whatever is not a schema allows anything. */
  of(written: unknown): Schema
  /**
   * Its keywords, with references followed, `allOf` merged and the first alternative
   * chosen that is more than null.
   */
  merge(written: JsonSchema): SchemaObject
  /** The schema once for each of its alternatives; itself alone without alternatives. */
  alternatives(written: JsonSchema): readonly JsonSchema[]
  /** Target of a reference in the document; `undefined` if it leads nowhere. */
  resolve(reference: unknown): unknown
  /** The first issue of a value; `undefined` if it is valid, or the schema is at fault itself. */
  misfit(written: JsonSchema, value: unknown): Issue | undefined
}

/**
 * A schema of a document as its readers need it, with a member for each fact: no reader looks at keywords
 * itself. `Schemas` makes one object for each schema.
 */
export class Schema {
  /** The schema as the document has it. */
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

  /** Merged keywords. Empty for `true`, for `false`, and for a reference that leads nowhere. */
  get keywords(): SchemaObject {
    this.#keywords ??= this.#reader.merge(this.written)
    return this.#keywords
  }

  /**
   * Its own keywords as the document has them, without those that references and `allOf`
   * bring; empty for `true` and `false`.
   */
  get own(): SchemaObject {
    return isObject(this.written) ? this.written : {}
  }

  /** Types that the schema names, or that its keywords imply; empty if there are none. */
  get types(): readonly string[] {
    return typesIn(this.keywords)
  }

  /** Properties by name, in the order of the document. */
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

  /** The schema of a property; one that allows anything if the schema does not name it. */
  property(name: string): Schema {
    return this.properties.get(name) ?? this.#reader.of(true)
  }

  /** Names of the required properties. */
  get required(): ReadonlySet<string> {
    this.#required ??= new Set(this.keywords.required)
    return this.#required
  }

  /** The schema of an array's items; one that allows anything if the document has none. */
  get items(): Schema {
    return this.#reader.of(this.keywords.items)
  }

  /** The schema of the item at an index: that of `prefixItems`, else that of `items`. */
  itemAt(index: number): Schema {
    return this.#reader.of(this.keywords.prefixItems?.[index] ?? this.keywords.items)
  }

  /** The schema of the properties that are not named; one that allows anything if the document has none. */
  get additionalProperties(): Schema {
    return this.#reader.of(this.keywords.additionalProperties)
  }

  /** True if its values are arrays, or null beside these. */
  get isList(): boolean {
    const { types } = this
    return types.includes('array') && types.every((type) => type === 'array' || type === 'null')
  }

  /** The schema whose properties a body has: its own, or those of its items if it is a list. */
  get member(): Schema {
    return this.isList ? this.items : this
  }

  /** This schema once for each of its alternatives, null last; itself alone without alternatives. */
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

  /** True if null is the only value that the schema allows by its type. */
  get isNull(): boolean {
    return this.keywords.type === 'null'
  }

  /** True for a schema that no value fits: `false`, or one whose `not` excludes every value. */
  get isNothing(): boolean {
    return this.written === false || forbidsAll(this.keywords)
  }

  /** The values that the schema lists; `undefined` if it lists none. */
  get listed(): readonly unknown[] | undefined {
    return listedValues(this.keywords)
  }

  /** True if its values may be numbers. */
  get mayBeNumber(): boolean {
    return this.types.some((type) => type === 'integer' || type === 'number')
  }

  /**
   * The values of a schema that has a few: those that it lists, or both of a
   * boolean; `undefined` if it has many.
   */
  get choices(): readonly unknown[] | undefined {
    return this.keywords.enum ?? (this.types.includes('boolean') ? [true, false] : undefined)
  }

  /** The schema at a path of names of properties, and of `EACH`; `undefined` if the document names none. */
  at(path: readonly string[]): Schema | undefined {
    return path.reduce<Schema | undefined>((inner, name) => inner && partAt(inner, name), this)
  }

  /** Target of a reference in the document of the schema; `undefined` if it leads nowhere. */
  resolve(reference: unknown): unknown {
    return this.#reader.resolve(reference)
  }

  /** A schema that is written elsewhere, as if it stood in the same document. */
  beside(written: unknown): Schema {
    return this.#reader.of(written)
  }

  /** True if a value is valid, or the schema is at fault itself. */
  allows(value: unknown): boolean {
    return this.misfit(value) === undefined
  }

  /** The first issue of a value; `undefined` if it is valid, or the schema is at fault itself. */
  misfit(value: unknown): Issue | undefined {
    return this.#reader.misfit(this.written, value)
  }
}

function partAt(schema: Schema, step: string): Schema | undefined {
  const isOfItems = step === EACH && schema.types.includes('array')
  return schema.properties.get(step) ?? (isOfItems ? schema.items : undefined)
}
