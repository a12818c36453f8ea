import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import type { Issue } from '../evaluation/issue.ts'
import { isObject } from '../json/json.ts'
import { SchemaValues, typesInSchema } from './values.ts'

/** The step from an array to its items. */
export const EACH = '0'

/**
 * The properties of a schema that has none. They are shared, because most schemas are for strings and
 * numbers.
 */
const NO_PROPERTIES: ReadonlyMap<string, Schema> = new Map()

/** A schema's access to its document. */
export interface SchemaReader {
  /** The `Schema` for a schema in the document. Anything that is not a schema allows all values. */
  of(written: unknown): Schema
  /**
   * The keywords of a schema: references are followed, and `allOf` and the first alternative that allows
   * values other than null are merged.
   */
  merge(written: JsonSchema): SchemaObject
  /**
   * One copy of a schema for each of its alternatives, with null last; only the schema itself if it has fewer
   * than two.
   */
  alternatives(schema: Schema): readonly Schema[]
  /** Target of a reference in the document; `undefined` if there is none. */
  resolve(reference: unknown): unknown
  /** A value's first issue; `undefined` if the value is valid or the schema itself has an error. */
  misfit(written: JsonSchema, value: unknown): Issue | undefined
}

/**
 * A schema with a property for each fact that other code often needs. `Schemas` creates one object per
 * schema.
 */
export class Schema {
  /** The schema as it is written in the document. */
  readonly written: JsonSchema
  /** The document that the schema belongs to; `of` also reads schemas from elsewhere as part of it. */
  readonly document: SchemaReader
  #keywords: SchemaObject | undefined
  #properties: ReadonlyMap<string, Schema> | undefined
  #required: ReadonlySet<string> | undefined

  constructor(written: JsonSchema, document: SchemaReader) {
    this.written = written
    this.document = document
  }

  /** Merged keywords; empty for `true`, `false`, or a reference without a target. */
  get keywords(): SchemaObject {
    this.#keywords ??= this.document.merge(this.written)
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

  /** Facts about the values that the schema allows. */
  get values(): SchemaValues {
    return new SchemaValues(this)
  }

  /** Properties by name, in the document's order. */
  get properties(): ReadonlyMap<string, Schema> {
    this.#properties ??= readProperties(this.keywords, this.document)
    return this.#properties
  }

  /** The schema of a property. For a property that the schema does not name, it allows anything. */
  property(name: string): Schema {
    return this.properties.get(name) ?? this.document.of(true)
  }

  /** Names of the required properties. */
  get required(): ReadonlySet<string> {
    this.#required ??= new Set(this.keywords.required)
    return this.#required
  }

  /** The schema of an array's items. If the document has none, it allows anything. */
  get items(): Schema {
    return this.document.of(this.keywords.items)
  }

  /**
   * The schema of the item at an index: from `prefixItems` if it has that many items; otherwise, from
   * `items`.
   */
  itemAt(index: number): Schema {
    return this.document.of(this.keywords.prefixItems?.[index] ?? this.keywords.items)
  }

  /** The schema of unnamed properties. If the document has none, it allows anything. */
  get additionalProperties(): Schema {
    return this.document.of(this.keywords.additionalProperties)
  }

  /** The schema that has a body's properties: the schema itself, or its items if it is a list. */
  get member(): Schema {
    return this.values.areLists ? this.items : this
  }

  /**
   * One copy of this schema for each of its alternatives, with null last; only the schema itself if it has
   * fewer than two.
   */
  get alternatives(): readonly Schema[] {
    return this.document.alternatives(this)
  }

  /** The schema at a path of property names and `EACH`; `undefined` if the document has none there. */
  at(path: readonly string[]): Schema | undefined {
    return path.reduce<Schema | undefined>((inner, name) => inner && partAt(inner, name), this)
  }

  /** True if a value is valid or the schema itself has an error. */
  allows(value: unknown): boolean {
    return this.misfit(value) === undefined
  }

  /** A value's first issue; `undefined` if the value is valid or the schema itself has an error. */
  misfit(value: unknown): Issue | undefined {
    return this.document.misfit(this.written, value)
  }
}

function readProperties({ properties }: SchemaObject, document: SchemaReader): ReadonlyMap<string, Schema> {
  if (!isObject(properties)) return NO_PROPERTIES
  const read = new Map<string, Schema>()
  for (const name of Object.keys(properties)) read.set(name, document.of(properties[name]))
  return read
}

function partAt(schema: Schema, step: string): Schema | undefined {
  const isOfItems = step === EACH && schema.types.includes('array')
  return schema.properties.get(step) ?? (isOfItems ? schema.items : undefined)
}
