import { type SchemaScope, schemaIn } from '@concordat/contract/document'
import { type Names, namesOf, Unmakeable, type Variant, validValue } from '@concordat/contract/values'
import type {} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'
import { lifelike } from './lifelike.ts'

/** Numbers of subjects begin somewhere below: each seed has others. */
const SUBJECTS = 9973

/**
 * Makes values that schemas of one document allow, and that look real. The same seed makes the
 * same values in the same order.
 */
export class Maker {
  readonly #document: SchemaScope
  readonly #names: Names
  /** The last number of what values tell of. */
  #subject: number
  /** Schemas that no value was found for: looking again would take as long as before. */
  readonly #unmakeable = new WeakMap<Schema, Unmakeable>()
  readonly #same = new WeakMap<Schema, unknown>()

  constructor(document: SchemaScope, seed: string) {
    this.#document = document
    this.#names = namesOf(seed)
    this.#subject = namesOf(`${seed} subjects`).random.below(SUBJECTS)
  }

  /** A schema of the document; whatever is not a schema allows anything. */
  schema(written: unknown): Schema {
    return schemaIn(this.#document, written)
  }

  /**
   * A value for a schema, by its examples where the variant says so.
   * @param hint name of what has the value: by it, texts and numbers are chosen that look real.
   * @throws Unmakeable where none is found.
   */
  make(schema: Schema, hint: string, variant: Variant = 'full'): unknown {
    const failure = this.#unmakeable.get(schema)
    if (failure !== undefined) throw failure
    try {
      const value = validValue(schema, { names: this.#names, variant, hint })
      const said = holdsNothing(value) ? this.#said(value, schema) : value
      const told = said === value || this.fits(said, schema) ? said : value
      return lifelike(told, { schema, name: hint, next: () => ++this.#subject })
    } catch (error) {
      if (error instanceof Unmakeable) this.#unmakeable.set(schema, error)
      throw error
    }
  }

  /**
   * A value with texts for members that the document leaves open: empty objects would make all items alike.
   */
  #said(made: unknown, schema: Schema): unknown {
    return unsaid.map(made, { schema, name: undefined }, ({ value, beside }, inside) => {
      const isUnsaid = beside.name !== undefined && isEmpty(value) && isAnything(beside.schema)
      return isUnsaid ? `${beside.name}-${this.#names.tag()}` : inside()
    })
  }

  /** The same, or `undefined` where none is found. */
  makeIfPossible(schema: Schema, hint: string, variant?: Variant): unknown {
    try {
      return this.make(schema, hint, variant)
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error
      return undefined
    }
  }

  /** The same, made once for each schema: an envelope need not differ from answer to answer. */
  sameIfPossible(schema: Schema, hint: string): unknown {
    if (!this.#same.has(schema)) this.#same.set(schema, this.makeIfPossible(schema, hint))
    return this.#same.get(schema)
  }

  /** True if the schema allows the value, or there is none. */
  fits(value: unknown, schema: Schema | undefined): boolean {
    return schema === undefined || schema.allows(value)
  }

  /** A number from 0 to below 1. */
  chance(): number {
    return this.#names.random.next()
  }

  /** 1, 2, 3, … and beside it whatever else was counted. */
  count(): number {
    return this.#names.count()
  }
}

/** A schema, and the name of the member that it is of; items have none. */
const unsaid = new ValueWalk<{ readonly schema: Schema; readonly name: string | undefined }>({
  member: ({ schema }, name) => ({ schema: schema.property(name), name }),
  item: ({ schema }, index) => ({ schema: schema.itemAt(index), name: undefined }),
})

/** True if an object without members stands anywhere in a value. */
function holdsNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsNothing)
  return isEmpty(value) || (isObject(value) && Object.values(value).some(holdsNothing))
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0
}

/** True if a document names a member, and neither describes nor shows its values. */
function isAnything(schema: Schema): boolean {
  if (typeof schema.written === 'boolean') return false
  const { keywords, types } = schema
  return types.length === 0 && !['default', 'example', 'examples'].some((name) => name in keywords)
}
