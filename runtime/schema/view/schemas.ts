import { type JsonSchema, SchemaError, type SchemaObject } from '../document/json-schema.ts'
import { type Definitions, definitionAt } from '../document/reference.ts'
import type { Issue } from '../evaluation/issue.ts'
import { isObject } from '../json/json.ts'
import { Alternatives } from './alternatives.ts'
import { Merger } from './merge.ts'
import { Schema, type SchemaReader } from './schema.ts'

/** Compiles a schema that can refer to the definitions. */
export type Compile = (schema: JsonSchema) => (value: unknown) => readonly Issue[]

/** A document's schemas. Each is created, merged and compiled at most once. */
export class Schemas implements SchemaReader {
  readonly #made = new WeakMap<object, Schema>()
  readonly #compiled = new WeakMap<object, ReturnType<Compile>>()
  readonly #alternatives = new WeakMap<Schema, readonly Schema[]>()
  readonly #definitions: Definitions
  readonly #compile: Compile
  readonly #merger: Merger
  readonly #copies: Alternatives
  readonly #anything: Schema
  readonly #nothing: Schema

  /** `compile` is called at most once per schema object. Only the first issue is used. */
  constructor(definitions: Definitions, compile: Compile) {
    this.#definitions = definitions
    this.#compile = compile
    this.#merger = new Merger(definitions)
    this.#copies = new Alternatives(definitions)
    this.#anything = new Schema(true, this)
    this.#nothing = new Schema(false, this)
  }

  /**
   * The `Schema` for a document's schema or one derived from it; a `Schema` is returned unchanged. Anything
   * that is not a schema allows all values.
   */
  of(written: unknown): Schema {
    if (written instanceof Schema) return written
    if (!isObject(written)) return written === false ? this.#nothing : this.#anything
    const known = this.#made.get(written)
    if (known !== undefined) return known
    const made = new Schema(written, this)
    this.#made.set(written, made)
    return made
  }

  merge(written: JsonSchema): SchemaObject {
    return this.#merger.merge(written)
  }

  alternatives(schema: Schema): readonly Schema[] {
    const known = this.#alternatives.get(schema)
    if (known !== undefined) return known
    const written = this.#copies.of(schema.written)
    const read =
      written.length < 2
        ? [schema]
        : written
            .map((each) => this.of(each))
            .sort((left, right) => Number(left.values.areNull) - Number(right.values.areNull))
    this.#alternatives.set(schema, read)
    return read
  }

  resolve(reference: unknown): unknown {
    return definitionAt(reference, this.#definitions)
  }

  misfit(written: JsonSchema, value: unknown): Issue | undefined {
    if (written === true) return undefined
    try {
      return this.#validator(written)(value)[0]
    } catch (error) {
      if (error instanceof SchemaError) return undefined
      throw error
    }
  }

  #validator(written: JsonSchema): ReturnType<Compile> {
    if (typeof written === 'boolean') return this.#compile(written)
    const compiled = this.#compiled.get(written) ?? this.#compile(written)
    this.#compiled.set(written, compiled)
    return compiled
  }
}
