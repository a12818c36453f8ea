import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { blendWithMade } from './blend.ts'
import { emptyMockValue } from './empty-value.ts'
import type { Maker } from './maker.ts'

/** A schema's property whose value is requested. */
interface AskedMember {
  readonly name: string
  readonly member: Schema
  /** The property's value in the object generated for the schema; `undefined` if there is none. */
  readonly made: unknown
  readonly isRequired: boolean
}

interface ShownMember {
  readonly value: unknown
  /** True if the value is known, at least in part. */
  readonly isKept?: boolean
  /** True if the value replaces one that does not match the schema. */
  readonly isInstead?: boolean
}

/** Members to remember, because a response shows them. */
export interface ShownMembers {
  /** Members that were generated. */
  readonly learned: Readonly<Record<string, unknown>>
  /** Replacements for members that do not match the schema of the response. */
  readonly instead: Readonly<Record<string, unknown>>
}

/** The members of an item that clients have written or responses have shown. */
export class KnownMembers {
  readonly #maker: Maker
  readonly #values: Record<string, unknown>
  /** Replacements for values that do not fit a schema, kept so that other schemas show the same value. */
  readonly #instead: Record<string, unknown> = {}
  /** Properties that a client could have written but omitted. */
  readonly #left = new Set<string>()

  constructor(values: Readonly<Record<string, unknown>>, maker: Maker) {
    this.#values = { ...values }
    this.#maker = maker
  }

  get values(): Readonly<Record<string, unknown>> {
    return this.#values
  }

  /**
   * Writes a client's body. If the body is a replacement, removes the members that it could have contained
   * but omits.
   */
  write(values: Readonly<Record<string, unknown>>, left: Iterable<string>): void {
    for (const name of left) {
      if (Object.hasOwn(values, name)) continue
      delete this.#values[name]
      delete this.#instead[name]
      this.#left.add(name)
    }
    for (const [name, value] of Object.entries(values)) {
      this.#values[name] = value
      // If the value is an object, keep the properties that the server added to it.
      if (!isObject(value)) delete this.#instead[name]
      this.#left.delete(name)
    }
  }

  /** Remembers what a response shows. */
  keep({ learned, instead }: ShownMembers): void {
    Object.assign(this.#values, learned)
    Object.assign(this.#instead, instead)
  }

  /** The members that a schema does not name. */
  besides({ properties }: Schema): Readonly<Record<string, unknown>> {
    return Object.fromEntries(Object.entries(this.#values).filter(([name]) => !properties.has(name)))
  }

  /**
   * A property as its schema describes it; `undefined` if it is not shown, `'new'` if no value is known yet.
   */
  show(asked: AskedMember): ShownMember | 'new' | undefined {
    if (Object.hasOwn(this.#values, asked.name)) return this.#written(asked)
    return this.#left.has(asked.name) ? this.#omitted(asked) : 'new'
  }

  /** A property that a client wrote or that was shown before. */
  #written({ name, member, made, isRequired }: AskedMember): ShownMember | undefined {
    const known = this.#values[name]
    if (this.#maker.fits(known, member)) return { value: known, isKept: true }
    return made === undefined && !isRequired
      ? undefined
      : { value: this.#insteadOf(name, made, member), isKept: isObject(known), isInstead: true }
  }

  /** A property that a client could have written but omitted. */
  #omitted({ name, member, made, isRequired }: AskedMember): ShownMember | undefined {
    return isRequired || 'default' in member.keywords
      ? { value: emptyMockValue(member) ?? this.#insteadOf(name, made, member), isInstead: true }
      : undefined
  }

  /**
   * The replacement for a value that does not fit the schema, completed with the value generated for the
   * schema.
   */
  #insteadOf(name: string, made: unknown, schema: Schema): unknown {
    const base = blendWithMade(this.#instead[name], made, schema)
    return blendWithMade(this.#values[name], base, schema)
  }
}
