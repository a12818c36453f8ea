import { Unmakeable } from '@concordat/contract/values'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { blend } from '../values/blend.ts'
import { emptyValue } from '../values/empty-value.ts'
import { forAll } from '../values/for-all.ts'
import type { Maker } from '../values/maker.ts'

/** Alternatives of a schema that are tried in turn. */
const MOST_BRANCHES = 8

interface ItemOptions {
  readonly id: string
  readonly members?: Readonly<Record<string, unknown>>
  /** All of it, where it is no object. */
  readonly value?: unknown
  /** Example of the item in the document. */
  readonly example?: unknown
  /** Made by the mock itself, not by a client. */
  readonly isSeeded: boolean
  /** The path at which it was made, where its collection has another. */
  readonly madeAt?: string | undefined
  readonly maker: Maker
  /** Members that operations describe each in its own way, with all that these say. */
  readonly inAll?: ReadonlyMap<string, Schema> | undefined
}

/**
 * One item of the mock: the members that clients wrote, and those that were made up when a response first
 * needed them. Schemas show parts of it, each its own.
 */
export class Item {
  readonly id: string
  readonly isSeeded: boolean
  readonly madeAt: string | undefined
  readonly #value: unknown
  readonly #example: unknown
  readonly #maker: Maker
  readonly #inAll: ReadonlyMap<string, Schema> | undefined
  readonly #members: Record<string, unknown>
  /**
   * Values shown instead of members that a schema does not take as they are: once, so that other schemas show
   * the same.
   */
  readonly #instead: Record<string, unknown> = {}
  /** Members that a client could have written, and left out. */
  readonly #left = new Set<string>()
  /** Value made up for each schema: once, so that two reads show the same. */
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

  /** Its entity tag: another one whenever it was written. */
  get tag(): string {
    return `"${this.#writes}"`
  }

  /** Takes a client's body. For a replacement, members that it could have written and did not are removed. */
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
      // Members that the server adds to an object stay with it.
      if (!isObject(value)) delete this.#instead[name]
      this.#left.delete(name)
    }
  }

  /**
   * The item as a schema has it.
   * @param isFree true if members that it does not name are shown too. @throws Unmakeable if no value is
   * found that fits.
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
    // From now on only the shown alternative counts: others have members of their own.
    Object.assign(this.#members, best.learned)
    Object.assign(this.#instead, best.instead)
    return best.value
  }

  /** Item in the form of one alternative, and the share of its known members that this shows. */
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

  /** A member as a schema has it; `undefined` if it is not shown, and 'new' if nothing is known of it. */
  #member(asked: AskedMember): ShownMember | 'new' | undefined {
    if (Object.hasOwn(this.#members, asked.name)) return this.#knownMember(asked)
    return this.#left.has(asked.name) ? this.#leftMember(asked) : 'new'
  }

  /** A member that a client wrote, or that was shown before. */
  #knownMember({ name, member, made, isRequired }: AskedMember): ShownMember | undefined {
    const known = this.#members[name]
    if (this.#maker.fits(known, member)) return { value: known, isKept: true }
    return made === undefined && !isRequired
      ? undefined
      : { value: this.#insteadOf(name, made, member), isKept: isObject(known), isInstead: true }
  }

  /** A member that a client could have written and did not. */
  #leftMember({ name, member, made, isRequired }: AskedMember): ShownMember | undefined {
    return isRequired || 'default' in member.keywords
      ? { value: emptyValue(member) ?? this.#insteadOf(name, made, member), isInstead: true }
      : undefined
  }

  /**
   * Value shown instead of a member that does not fit the schema, filled up with what was made for the
   * schema.
   */
  #insteadOf(name: string, made: unknown, schema: Schema): unknown {
    const base = blend(this.#instead[name], made, schema)
    return blend(this.#members[name], base, schema)
  }

  /** A text or number that stands for the whole item is what names it. */
  #wholeAs(schema: Schema): unknown {
    const known = [this.id, Number(this.id), this.#value].filter((value) => value !== undefined)
    return known.find((value) => this.#maker.fits(value, schema))
  }

  #madeFor(schema: Schema): unknown {
    if (typeof schema.written === 'boolean') return this.#shownFor(schema) ?? {}
    if (!this.#made.has(schema)) this.#made.set(schema, this.#shownFor(schema) ?? this.#newFor(schema))
    return this.#made.get(schema)
  }

  /** The example, as far as a schema shows it; `undefined` where it does not fit. */
  #shownFor(schema: Schema): unknown {
    // After a write, nothing is left of an example that is not an object.
    const example = this.#writes > 0 && !isObject(this.#example) ? undefined : this.#example
    const shown =
      isObject(example) && !isOpen(schema)
        ? Object.fromEntries(Object.entries(example).filter(([name]) => schema.properties.has(name)))
        : example
    return example !== undefined && this.#maker.fits(shown, schema) ? shown : undefined
  }

  #newFor(schema: Schema): unknown {
    const made = this.#maker.make(schema, 'item', this.isSeeded ? 'example' : 'full')
    return forAll(made, { schema, maker: this.#maker, inAll: this.#inAll })
  }
}

/** A member that a schema names. */
interface AskedMember {
  readonly name: string
  readonly member: Schema
  /** Its value in what was made for the schema; absent if that has none. */
  readonly made: unknown
  readonly isRequired: boolean
}

interface ShownMember {
  readonly value: unknown
  /** True if it shows known members, or a part of them. */
  readonly isKept?: boolean
  /** True for a value that stands for one that cannot be shown. */
  readonly isInstead?: boolean
}

/** An item as one alternative of a schema has it. */
interface ShownAs {
  readonly value: unknown
  /** Number of members that show known ones. */
  readonly kept: number
  /** Members that were made up for it. */
  readonly learned: Readonly<Record<string, unknown>>
  /** Members that stand for those that it cannot show as they are. */
  readonly instead: Readonly<Record<string, unknown>>
}

/** True if a schema asks for members that it does not name. */
function isOpen({ keywords: { additionalProperties }, properties }: Schema): boolean {
  return properties.size === 0
    ? additionalProperties !== false
    : additionalProperties === true || isObject(additionalProperties)
}
