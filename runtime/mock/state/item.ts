import { Unmakeable } from '@concordat/contract/values'
import type { ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, setAt, valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { madeForAll } from '../values/for-all.ts'
import { KnownMembers, type ShownMembers } from '../values/known-members.ts'
import type { Maker } from '../values/maker.ts'

/** Maximum number of a schema's alternatives to try. */
const MOST_BRANCHES = 8

interface ItemOptions {
  readonly id: string
  readonly members?: Readonly<Record<string, unknown>>
  /** The whole value, which need not be an object. */
  readonly value?: unknown
  /** The document's example of the item. */
  readonly example?: unknown
  /** True if the mock, not a client, created the item. */
  readonly isSeeded: boolean
  /** The path at which the item was created, if it is not its collection's path. */
  readonly madeAt?: string | undefined
  readonly maker: Maker
  /** Properties that operations describe differently, each with a schema that combines all descriptions. */
  readonly inAll?: ReadonlyMap<string, Schema> | undefined
}

/** A change to an item. */
export interface ItemEvent {
  readonly kind: 'created' | 'changed' | 'deleted'
  readonly resource: ResourceDescriptor
  readonly item: MockItem
}

/**
 * One item of the mock: properties written by clients, and properties generated when a response first needed
 * them. By default, a response shows only the properties that its schema allows.
 */
export class MockItem {
  readonly id: string
  readonly isSeeded: boolean
  readonly madeAt: string | undefined
  readonly #value: unknown
  readonly #example: unknown
  readonly #maker: Maker
  readonly #inAll: ReadonlyMap<string, Schema> | undefined
  readonly #known: KnownMembers
  /** The generated value for each schema, created once so that repeated reads return the same value. */
  readonly #made = new WeakMap<Schema, unknown>()
  /** Number of writes. */
  #writes = 0

  constructor({ id, members = {}, value, example, isSeeded, madeAt, maker, inAll }: ItemOptions) {
    this.id = id
    this.#value = value
    this.#example = example
    this.madeAt = madeAt
    this.isSeeded = isSeeded
    this.#maker = maker
    this.#inAll = inAll
    this.#known = new KnownMembers(members, maker, isSeeded ? [] : Object.keys(members))
  }

  /** True for an item that was made from the document, rather than by a client or from initial data. */
  get isInvented(): boolean {
    return this.isSeeded && this.#value !== undefined
  }

  get members(): Readonly<Record<string, unknown>> {
    return this.#known.values
  }

  /** Entity tag, which changes with every write. */
  get tag(): string {
    return `"${this.#writes}"`
  }

  /** Writes a client's body. A replacement also removes the properties in `left` that the body omits. */
  write(values: Readonly<Record<string, unknown>>, left: Iterable<string> = []): void {
    this.#writes++
    this.#known.write(values, left)
  }

  /** Changes a number that counts the items below this one, if a response has shown it. */
  count(path: readonly string[], change: number): void {
    const { members } = this
    const [name = ''] = path
    const before = valueAt(members, path)
    if (typeof before !== 'number') return
    const counted = setAt(members, path, Math.max(0, before + change))
    this.#known.keep({ learned: { [name]: valueAt(counted, [name]) }, instead: {} })
  }

  /**
   * The item as the schema describes it.
   * @param isFree true to include properties that the schema does not name. @throws Unmakeable if no valid
   * value can be generated.
   */
  show(schema: Schema, { isFree = false }: { readonly isFree?: boolean } = {}): unknown {
    const maker = this.#maker
    let best: ShownAs | undefined
    let failure: unknown
    for (const branch of schema.alternatives.slice(0, MOST_BRANCHES)) {
      try {
        const shown = this.#showAs(branch, isFree)
        if (maker.fits(shown.value, schema) && (best === undefined || shown.kept > best.kept)) best = shown
      } catch (error) {
        if (!(error instanceof Unmakeable)) throw error
        failure ??= error
      }
    }
    if (best === undefined && failure !== undefined) throw failure
    if (best === undefined) return this.#madeFor(schema)
    // Remember only the properties that the chosen alternative shows, because each alternative has its own.
    this.#known.keep(best)
    return best.value
  }

  /** The item as one alternative describes it, and the number of properties with known values in it. */
  #showAs(schema: Schema, isFree: boolean): ShownAs {
    const made = this.#madeFor(schema)
    if (!isObject(made)) {
      const value = made === this.#example ? made : (this.#wholeAs(schema) ?? made)
      return { value, kept: 0, learned: {}, instead: {} }
    }
    const value: Record<string, unknown> = { ...made }
    const learned: Record<string, unknown> = {}
    const instead: Record<string, unknown> = {}
    let kept = 0
    for (const [name, member] of schema.properties) {
      const shown = this.#known.show({
        ...{ name, member, made: made[name] },
        isRequired: schema.required.has(name),
      })
      if (shown === 'new') {
        if (Object.hasOwn(made, name)) learned[name] = made[name]
        continue
      }
      if (shown?.isKept) kept++
      if (shown === undefined) delete value[name]
      else value[name] = shown.value
      if (shown?.isInstead) instead[name] = shown.value
    }
    const others = isFree || isOpen(schema) ? this.#known.besides(schema) : {}
    return { value: { ...value, ...others }, kept, learned, instead }
  }

  /**
   * The value of an item that is not an object: its id as a string or number, or its own value, whichever the
   * schema allows first.
   */
  #wholeAs(schema: Schema): unknown {
    const known = [this.id, Number(this.id), this.#value].filter((value) => value !== undefined)
    return known.find((value) => this.#maker.fits(value, schema))
  }

  #madeFor(schema: Schema): unknown {
    if (typeof schema.written === 'boolean') return this.#shownFor(schema) ?? {}
    if (!this.#made.has(schema)) this.#made.set(schema, this.#shownFor(schema) ?? this.#newFor(schema))
    return this.#made.get(schema)
  }

  /**
   * The example, reduced to the properties that the schema allows; `undefined` if the schema does not allow
   * the result.
   */
  #shownFor(schema: Schema): unknown {
    // After a write, an example applies only if it is an object.
    const example = this.#writes > 0 && !isObject(this.#example) ? undefined : this.#example
    const shown =
      isObject(example) && !isOpen(schema)
        ? Object.fromEntries(Object.entries(example).filter(([name]) => schema.properties.has(name)))
        : example
    return example !== undefined && this.#maker.fits(shown, schema) ? shown : undefined
  }

  #newFor(schema: Schema): unknown {
    const made = this.#maker.make(schema, 'item', this.isSeeded ? 'example' : 'full')
    return madeForAll(made, { schema, maker: this.#maker, inAll: this.#inAll })
  }
}

interface ShownAs extends ShownMembers {
  readonly value: unknown
  /** Number of properties whose values are known. */
  readonly kept: number
}

/**
 * True if a schema allows properties that it does not declare: if it declares none, by default; otherwise,
 * only explicitly.
 */
function isOpen({ keywords: { additionalProperties }, properties }: Schema): boolean {
  return properties.size === 0
    ? additionalProperties !== false
    : additionalProperties === true || isObject(additionalProperties)
}
