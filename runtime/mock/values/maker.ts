import { type SchemaScope, schemaIn } from '@concordat/contract/document'
import { type Names, namesOfRun, Unmakeable, type Variant, validValue } from '@concordat/contract/values'
import type {} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'
import { lifelikeValue } from './lifelike.ts'

/** Number of possible initial subject numbers. The seed selects one of them. */
const SUBJECTS = 9973

/**
 * Generates valid, realistic values for the schemas of one document. The same seed generates the same values
 * in the same order.
 */
export class Maker {
  readonly #document: SchemaScope
  readonly #names: Names
  /** The last subject number. */
  #subject: number
  /** Schemas for which no value was found, so that the same search is not repeated. */
  readonly #unmakeable = new WeakMap<Schema, Unmakeable>()
  readonly #same = new WeakMap<Schema, unknown>()

  constructor(document: SchemaScope, seed: string) {
    this.#document = document
    this.#names = namesOfRun(seed)
    this.#subject = namesOfRun(`${seed} subjects`).random.below(SUBJECTS)
  }

  /** A schema in the document's scope. Anything that is not a schema becomes one that allows all values. */
  schema(written: unknown): Schema {
    return schemaIn(this.#document, written)
  }

  /**
   * Creates a value for a schema, from its examples if the variant asks for them.
   * @param hint name of the value, for realistic strings and numbers.
   * @throws Unmakeable if no valid value can be generated.
   */
  make(schema: Schema, hint: string, variant: Variant = 'full'): unknown {
    const failure = this.#unmakeable.get(schema)
    if (failure !== undefined) throw failure
    try {
      const value = validValue(schema, { names: this.#names, variant, hint })
      const said = holdsNothing(value) ? this.#said(value, schema) : value
      const told = said === value || this.fits(said, schema) ? said : value
      return lifelikeValue(told, { schema, name: hint, next: () => ++this.#subject })
    } catch (error) {
      if (error instanceof Unmakeable) this.#unmakeable.set(schema, error)
      throw error
    }
  }

  /**
   * Replaces empty objects with strings in properties whose values the document leaves open, because all
   * items would be equal otherwise.
   */
  #said(made: unknown, schema: Schema): unknown {
    return unsaid.map(made, { schema, name: undefined }, ({ value, beside }, inside) => {
      const isUnsaid = beside.name !== undefined && isEmpty(value) && isAnything(beside.schema)
      return isUnsaid ? `${beside.name}-${this.#names.tag()}` : inside()
    })
  }

  /** Like `make`, but returns `undefined` if no value is found. */
  makeIfPossible(schema: Schema, hint: string, variant?: Variant): unknown {
    try {
      return this.make(schema, hint, variant)
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error
      return undefined
    }
  }

  /**
   * Like `makeIfPossible`, but returns the same value for a schema every time, so that an envelope does not
   * differ between responses.
   */
  sameIfPossible(schema: Schema, hint: string): unknown {
    if (!this.#same.has(schema)) this.#same.set(schema, this.makeIfPossible(schema, hint))
    return this.#same.get(schema)
  }

  /** True if the schema allows the value, or there is no schema. */
  fits(value: unknown, schema: Schema | undefined): boolean {
    return schema === undefined || schema.allows(value)
  }

  /** A random number from 0 up to, but not including, 1. */
  chance(): number {
    return this.#names.random.next()
  }

  /** 1, 2, 3, … independent of other counters. */
  count(): number {
    return this.#names.count()
  }
}

/** Pairs each value's schema with its property name; list items have no name. */
const unsaid = new ValueWalk<{ readonly schema: Schema; readonly name: string | undefined }>({
  member: ({ schema }, name) => ({ schema: schema.property(name), name }),
  item: ({ schema }, index) => ({ schema: schema.itemAt(index), name: undefined }),
})

/** True if a value is or contains an empty object. */
function holdsNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsNothing)
  return isEmpty(value) || (isObject(value) && Object.values(value).some(holdsNothing))
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0
}

/** True if a schema is an object that states no type, default or example. */
function isAnything(schema: Schema): boolean {
  if (typeof schema.written === 'boolean') return false
  const { keywords, types } = schema
  return types.length === 0 && !['default', 'example', 'examples'].some((name) => name in keywords)
}
