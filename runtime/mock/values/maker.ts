import { flatSchema, misfit, propertiesOf, schemaIn, typesOf } from '@concordat/contract/document'
import { type Names, namesOf, Unmakeable, type Variant, validValue } from '@concordat/contract/values'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'

type Definitions = DocumentDescriptor['definitions']

/** Makes values that schemas of one document allow. The same seed makes the same values in the same order. */
export class Maker {
  readonly definitions: Definitions
  readonly #names: Names
  /** Schemas that no value was found for: looking again would take as long as before. */
  readonly #unmakeable = new WeakMap<object, Unmakeable>()
  readonly #same = new WeakMap<object, unknown>()

  constructor({ definitions, seed }: { readonly definitions: Definitions; readonly seed: string }) {
    this.definitions = definitions
    this.#names = namesOf(seed)
  }

  /**
   * A value for a schema, by its examples where the variant says so.
   * @param hint name of what has the value: it shows up in texts.
   * @throws Unmakeable where none is found.
   */
  make(schema: unknown, hint: string, variant: Variant = 'full'): unknown {
    const failure = isObject(schema) ? this.#unmakeable.get(schema) : undefined
    if (failure !== undefined) throw failure
    try {
      const value = validValue(schemaIn(this, schema), { names: this.#names, variant, hint })
      const said = holdsNothing(value) ? this.#said(value, schema) : value
      return said === value || this.fits(said, schema) ? said : value
    } catch (error) {
      if (error instanceof Unmakeable && isObject(schema)) this.#unmakeable.set(schema, error)
      throw error
    }
  }

  /** A value whose members of which the document says nothing are texts: empty objects would make all items alike. */
  #said(value: unknown, schema: unknown): unknown {
    if (Array.isArray(value)) {
      const { items } = flatSchema(schema, this.definitions)
      return value.map((item) => this.#said(item, items))
    }
    if (!isObject(value)) return value
    const properties = propertiesOf(schema, this.definitions)
    const members = Object.entries(value).map(([name, own]) => {
      const member = properties.get(name)
      const isUnsaid = isEmpty(own) && isAnything(member, this.definitions)
      return [name, isUnsaid ? `${name}-${this.#names.tag()}` : this.#said(own, member)] as const
    })
    return Object.fromEntries(members)
  }

  /** The same, or `undefined` where none is found. */
  makeIfPossible(schema: unknown, hint: string, variant?: Variant): unknown {
    try {
      return this.make(schema, hint, variant)
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error
      return undefined
    }
  }

  /** The same, made once for each schema: where it stands around what is said, it need not differ from answer to answer. */
  sameIfPossible(schema: object, hint: string): unknown {
    if (!this.#same.has(schema)) this.#same.set(schema, this.makeIfPossible(schema, hint))
    return this.#same.get(schema)
  }

  fits(value: unknown, schema: unknown): boolean {
    return misfit(value, schema, this.definitions) === undefined
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

/** Whether an object without members stands anywhere in a value. */
function holdsNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsNothing)
  return isEmpty(value) || (isObject(value) && Object.values(value).some(holdsNothing))
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0
}

/** Whether a document names a member, and says nothing of its values and shows none. */
function isAnything(schema: unknown, definitions: Definitions): boolean {
  if (!isObject(schema)) return false
  const flat = flatSchema(schema, definitions)
  return typesOf(flat).length === 0 && !['default', 'example', 'examples'].some((name) => name in flat)
}
