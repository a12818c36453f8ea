import type { OperationDescriptor } from '@concordat/runtime/http'
import { resourcePath } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { SHOWN_DEPTH } from '../../../data/history/shown-values.ts'
import { identifiers, plainName, singularOf, spellingsOfName } from '../../../lexicon/lexicon.ts'

type Scalar = string | number | boolean

/** Maximum numbers of values per name, of names, and of list items to examine. */
const MOST_VALUES = 6
const MOST_NAMES = 2000
const FIRST_VALUES = 2
const MOST_ITEMS = 10
/** Maximum length of a string. Longer ones are unlikely to be names. */
const LONGEST = 200

/**
 * A part of a value that is being examined: the names on the path to it, and the number of the response that
 * shows it.
 */
interface Learning {
  readonly names: readonly string[]
  readonly depth: number
  readonly answer: number | undefined
}

/**
 * Values in responses and accepted bodies, keyed by name. The server knows them, so they can be used for
 * other requests' parameters and properties. A property is stored under its own name, and under the name of
 * its object, alone and combined with its own: "code" in "currencies" is a "currencycode", and a "currency"
 * too.
 */
export class Dictionary {
  readonly #known = new Map<string, Set<Scalar>>()
  /** Numbers of the responses that first showed the values. */
  readonly #shownBy = new Map<string, number>()
  readonly #around: ReadonlySet<string>

  /** @param around Properties that all responses have beside the items in them. */
  constructor(around: ReadonlySet<string> = new Set()) {
    this.#around = around
  }

  /**
   * Notes the values in a successful response or in its request, within limits.
   * @param answer The number of the response that showed the value.
   */
  learn({ path }: OperationDescriptor, value: unknown, answer?: number): void {
    const last = resourcePath(path)
      .split('/')
      .findLast((segment) => segment !== '' && !segment.includes('{'))
    this.#learn(value, { names: [last ?? ''], depth: 0, answer })
  }

  /** Number of names with known values. */
  get size(): number {
    return this.#known.size
  }

  /**
   * Returns values for a name, likeliest first. Values of one known name are of one kind, so only the first
   * ones come before those of the next name.
   */
  find(name: string): readonly Scalar[] {
    const names = [...this.#known.keys()]
    const found = spellingsOfName(name).flatMap((test) => names.filter(test))
    const values = found.map((key) => [...(this.#known.get(key) ?? [])])
    return [
      ...new Set([
        ...values.flatMap((some) => some.slice(0, FIRST_VALUES)),
        ...values.flatMap((some) => some.slice(FIRST_VALUES)),
      ]),
    ]
  }

  /**
   * Returns the number of the response that first showed a value; `undefined` for a value that was only sent.
   */
  shownBy(text: string): number | undefined {
    return this.#shownBy.get(text)
  }

  #learn(value: unknown, at: Learning): void {
    if (at.depth > SHOWN_DEPTH) return
    const inner = { ...at, depth: at.depth + 1 }
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_ITEMS)) this.#learn(item, inner)
    else if (isObject(value)) this.#learnMembers(value, at)
    else if (isScalar(value)) {
      this.#add(plainName(at.names.at(-1) ?? ''), value, at)
      this.#add(holderIn(at), value, at)
    }
  }

  #learnMembers(value: Readonly<Record<string, unknown>>, at: Learning): void {
    const inner = { ...at, depth: at.depth + 1 }
    const holder = holderIn(at)
    const isWrapper = at.depth === 0 && at.answer !== undefined && this.#wraps(value)
    for (const [name, member] of namingFirst(value)) {
      if (isWrapper && this.#around.has(name)) continue
      // The content of a wrapper is of the kind that the path names.
      this.#learn(member, isWrapper ? inner : { ...inner, names: [...at.names, name] })
      // A member such as "@type" says what the object is, not which one it is.
      if (isScalar(member) && holder !== '' && !name.startsWith('@')) {
        this.#add(holder + plainName(name), member, at)
        this.#add(holder, member, at)
      }
    }
  }

  #wraps(value: object): boolean {
    return Object.keys(value).some((name) => this.#around.has(name))
  }

  #add(name: string, value: Scalar, { answer }: Learning): void {
    if (name === '' || value === '' || String(value).length > LONGEST) return
    const values = this.#known.get(name) ?? new Set()
    if (values.size >= MOST_VALUES || (values.size === 0 && this.#known.size >= MOST_NAMES)) return
    this.#known.set(name, values.add(value))
    const text = String(value)
    if (answer !== undefined && !this.#shownBy.has(text)) this.#shownBy.set(text, answer)
  }
}

/** The singular of the name under which a value was shown. */
function holderIn({ names }: Learning): string {
  return singularOf(plainName(names.at(-1) ?? ''))
}

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function namingFirst(value: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  const isNaming = ([name]: readonly [string, unknown]) => identifiers.ending.has(name)
  const members = Object.entries(value)
  return [...members.filter(isNaming), ...members.filter((member) => !isNaming(member))]
}
