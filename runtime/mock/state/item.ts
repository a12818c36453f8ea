import { Unmakeable } from '@concordat/contract/values'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { blendWithMade } from '../values/blend.ts'
import { emptyValue } from '../values/empty-value.ts'
import { madeForAll } from '../values/for-all.ts'
import type { Maker } from '../values/maker.ts'

/** Maximum number of a schema's alternatives to try. */
const MOST_BRANCHES = 8

interface ItemOptions {
  readonly id: string
  readonly members?: Readonly<Record<string, unknown>>
  /** The whole value, if it is not an object. */
  readonly value?: unknown
  /** The document's example of the item. */
  readonly example?: unknown
  /** Created by the mock itself, not by a client. */
  readonly isSeeded: boolean
  /** The path at which it was created, if not that of its collection. */
  readonly madeAt?: string | undefined
  readonly maker: Maker
  /** Members that operations describe differently, with all of these schemas combined. */
  readonly inAll?: ReadonlyMap<string, Schema> | undefined
}

/**
 * One item of the mock: members written by clients, and those generated when a response first needed them.
 * Each schema shows its own part of them.
 */
export class MockItem {
  readonly id: string
  readonly isSeeded: boolean
  readonly madeAt: string | undefined
  readonly #value: unknown
  readonly #example: unknown
  readonly #maker: Maker
  readonly #inAll: ReadonlyMap<string, Schema> | undefined
  readonly #members: Record<string, unknown>
  /**
   * Values shown instead of members that do not fit a schema: created once, so that other schemas show the
   * same.
   */
  readonly #instead: Record<string, unknown> = {}
  /** Members that a client could have written but omitted. */
  readonly #left = new Set<string>()
  /** Generated value for each schema: created once, so that two reads return the same. */
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
    this.#members = { ...members }
  }

  get members(): Readonly<Record<string, unknown>> {
    return this.#members
  }

  /** Entity tag, which changes with every write. */
  get tag(): string {
    return `"${this.#writes}"`
  }

  /** Writes a client's body. A replacement removes members that it could have written but omitted. */
  write(values: Readonly<Record<string, unknown>>, left: Iterable<string> = []): void {
    this.#writes++
    for (const name of left) {
      if (Object.hasOwn(values, name)) continue
      delete this.#members[name]
      delete this.#instead[name]
      this.#left.add(name)
    }
    for (const [name, value] of Object.entries(values)) {
      this.#members[name] = value
      // Members that the server adds to an object are kept.
      if (!isObject(value)) delete this.#instead[name]
      this.#left.delete(name)
    }
  }

  /**
   * The item in the form of a schema.
   * @param isFree true to include members that the schema does not name. @throws Unmakeable if no valid value
   * is found.
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
    // From now on only the shown alternative counts, since every alternative has its own members.
    Object.assign(this.#members, best.learned)
    Object.assign(this.#instead, best.instead)
    return best.value
  }

  /** The item in the form of one alternative, and the share of its known members in it. */
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
      const shown = this.#member({ name, member, made: made[name], isRequired: schema.required.has(name) })
      if (shown === 'new') {
        if (Object.hasOwn(made, name)) learned[name] = made[name]
        continue
      }
      if (shown?.isKept) kept++
      if (shown === undefined) delete value[name]
      else value[name] = shown.value
      if (shown?.isInstead) instead[name] = shown.value
    }
    const others = isFree || isOpen(schema) ? this.#besides(schema) : {}
    return { value: { ...value, ...others }, kept, learned, instead }
  }

  /** Known members that a schema does not name. */
  #besides({ properties }: Schema): Readonly<Record<string, unknown>> {
    return Object.fromEntries(Object.entries(this.#members).filter(([name]) => !properties.has(name)))
  }

  /** A member in the form of a schema; `undefined` if it is not shown, and 'new' if it is unknown. */
  #member(asked: AskedMember): ShownMember | 'new' | undefined {
    if (Object.hasOwn(this.#members, asked.name)) return this.#knownMember(asked)
    return this.#left.has(asked.name) ? this.#leftMember(asked) : 'new'
  }

  /** A member written by a client or shown before. */
  #knownMember({ name, member, made, isRequired }: AskedMember): ShownMember | undefined {
    const known = this.#members[name]
    if (this.#maker.fits(known, member)) return { value: known, isKept: true }
    return made === undefined && !isRequired
      ? undefined
      : { value: this.#insteadOf(name, made, member), isKept: isObject(known), isInstead: true }
  }

  /** A member that a client could have written but omitted. */
  #leftMember({ name, member, made, isRequired }: AskedMember): ShownMember | undefined {
    return isRequired || 'default' in member.keywords
      ? { value: emptyValue(member) ?? this.#insteadOf(name, made, member), isInstead: true }
      : undefined
  }

  /**
   * Value shown instead of a member that does not fit the schema, completed with what was generated for the
   * schema.
   */
  #insteadOf(name: string, made: unknown, schema: Schema): unknown {
    const base = blendWithMade(this.#instead[name], made, schema)
    return blendWithMade(this.#members[name], base, schema)
  }

  /** A text or number that represents the whole item is its name. */
  #wholeAs(schema: Schema): unknown {
    const known = [this.id, Number(this.id), this.#value].filter((value) => value !== undefined)
    return known.find((value) => this.#maker.fits(value, schema))
  }

  #madeFor(schema: Schema): unknown {
    if (typeof schema.written === 'boolean') return this.#shownFor(schema) ?? {}
    if (!this.#made.has(schema)) this.#made.set(schema, this.#shownFor(schema) ?? this.#newFor(schema))
    return this.#made.get(schema)
  }

  /** The example as far as it fits a schema; `undefined` if it does not. */
  #shownFor(schema: Schema): unknown {
    // After a write, only an example that is an object still applies.
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

/** A member in a schema. */
interface AskedMember {
  readonly name: string
  readonly member: Schema
  /** Its value in what was generated for the schema; absent if there is none. */
  readonly made: unknown
  readonly isRequired: boolean
}

interface ShownMember {
  readonly value: unknown
  /** True if it contains known members, or a part of them. */
  readonly isKept?: boolean
  /** True for a value that replaces one that does not fit. */
  readonly isInstead?: boolean
}

/** An item in the form of one alternative of a schema. */
interface ShownAs {
  readonly value: unknown
  /** Number of members with known values. */
  readonly kept: number
  /** Members generated for it. */
  readonly learned: Readonly<Record<string, unknown>>
  /** Replacements for members that do not fit. */
  readonly instead: Readonly<Record<string, unknown>>
}

/** True if a schema requires members that it does not describe. */
function isOpen({ keywords: { additionalProperties }, properties }: Schema): boolean {
  return properties.size === 0
    ? additionalProperties !== false
    : additionalProperties === true || isObject(additionalProperties)
}
