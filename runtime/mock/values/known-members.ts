import { isGeneratedSecret, moments, timeOfText } from '@concordat/contract/lexicon'
import { isObject } from '@concordat/runtime/json'
import { changesBetween } from '@concordat/runtime/json-changes'
import type { Schema } from '@concordat/runtime/schema'
import { schemaWalk } from '@concordat/runtime/schema-view'
import { blendWithMade } from './blend.ts'
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
  /** The previous value of each property that had a replacement, so that a client can restore both. */
  readonly #earlier = new Map<string, { readonly value: unknown; readonly instead: unknown }>()
  /** Properties that a client could have written but omitted. */
  readonly #left = new Set<string>()
  /** Properties with another value than the one for which the generated value was shown. */
  readonly #outdated = new Set<string>()
  /** Properties that clients have written. */
  readonly #sent: Set<string>

  /** @param sent Properties that a client wrote when it created the item. */
  constructor(values: Readonly<Record<string, unknown>>, maker: Maker, sent: Iterable<string> = []) {
    this.#values = { ...values }
    this.#maker = maker
    this.#sent = new Set(sent)
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
      this.#replace(name, undefined)
      delete this.#values[name]
      this.#left.add(name)
    }
    for (const [name, value] of Object.entries(values)) {
      this.#replace(name, value)
      this.#values[name] = value
      this.#sent.add(name)
      this.#left.delete(name)
    }
    if (Object.keys(values).length > 0) this.#setTimes()
  }

  /** Sets the times of the last change to the current time, except those that clients write. */
  #setTimes(): void {
    for (const [name, value] of Object.entries(this.#values))
      if (isTimeOfChange(name) && !this.#sent.has(name)) this.#values[name] = nowLike(value)
  }

  /** Forgets the replacement for a value that changes. */
  #replace(name: string, value: unknown): void {
    // If the value is an object, keep the properties that the server added to it.
    if (isObject(value) || changesBetween(this.#values[name], value).length === 0) return
    const earlier = this.#earlier.get(name)
    if (Object.hasOwn(this.#instead, name)) {
      this.#earlier.set(name, { value: this.#values[name], instead: this.#instead[name] })
      this.#outdated.add(name)
      delete this.#instead[name]
    }
    if (earlier === undefined || changesBetween(earlier.value, value).length > 0) return
    this.#outdated.delete(name)
    this.#instead[name] = earlier.instead
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
    const isSent = this.#sent.has(name) && typeof known === 'object'
    const shown = (value: unknown): unknown => (isSent ? withoutOtherSecrets(value, member) : value)
    if (this.#maker.fits(known, member)) return { value: shown(known), isKept: true }
    return made === undefined && !isRequired
      ? undefined
      : { value: shown(this.#insteadOf(name, made, member)), isKept: isObject(known), isInstead: true }
  }

  /** A property that a client could have written but omitted. */
  #omitted({ name, member, made, isRequired }: AskedMember): ShownMember | undefined {
    return isRequired || 'default' in member.keywords
      ? { value: emptyValue(member) ?? this.#insteadOf(name, made, member), isInstead: true }
      : undefined
  }

  /**
   * The replacement for a value that does not fit the schema, completed with the value generated for the
   * schema.
   */
  #insteadOf(name: string, made: unknown, schema: Schema): unknown {
    const isOutdated = this.#outdated.has(name) && !Object.hasOwn(this.#instead, name)
    const other = isOutdated ? (this.#maker.makeIfPossible(schema, name) ?? made) : made
    const base = blendWithMade(this.#instead[name], other, schema)
    return blendWithMade(this.#values[name], base, schema)
  }
}

/**
 * The emptiest value that a schema allows: its default, null or an empty value; `undefined` if it allows none
 * of these.
 */
function emptyValue(schema: Schema): unknown {
  const candidates = [schema.keywords.default, null, [], {}, '', 0, false]
  return candidates.find((value) => value !== undefined && schema.allows(value))
}

/** Maximum depth of a property. */
const DEEPEST = 4

/** A value without the secrets that its schema does not name, which a server accepts but does not show. */
function withoutOtherSecrets(shown: unknown, schema: Schema): unknown {
  return schemaWalk.map(shown, schema, ({ value, beside, path }, inside) => {
    const within = path.length < DEEPEST ? inside() : value
    const named = new Set(beside.alternatives.flatMap(({ properties }) => [...properties.keys()]))
    if (!isObject(within) || named.size === 0 || beside.alternatives.some(takesOtherNames)) return within
    const kept = Object.entries(within).filter(
      ([name, own]) => named.has(name) || !isGeneratedSecret(name, own),
    )
    return kept.length === Object.keys(within).length ? within : Object.fromEntries(kept)
  })
}

/** True if a schema says what properties are like that it does not name. */
function takesOtherNames({ keywords }: Schema): boolean {
  return typeof keywords.additionalProperties === 'object' || 'patternProperties' in keywords
}

/** The least numbers that count as times, in milliseconds and in seconds since 1970: from 2001 on. */
const LEAST = { milliseconds: 1e12, seconds: 1e9 }

/** True for the name of the time of the last change: "updated_at", "last_modified". */
function isTimeOfChange(name: string): boolean {
  return moments.wholeChange.has(name) || moments.lastChange.has(name)
}

/** The current time in the form of another one; that value itself if it is not a time. */
function nowLike(value: unknown): unknown {
  const now = new Date()
  if (typeof value === 'number') {
    if (value >= LEAST.milliseconds) return now.getTime()
    return value >= LEAST.seconds ? Math.floor(now.getTime() / 1000) : value
  }
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return now.toISOString().slice(0, 10)
  if (timeOfText(value) === undefined) return value
  return value.includes('.') ? now.toISOString() : now.toISOString().replace(/\.\d+/, '')
}
