import type { SchemaObject } from '../document/json-schema.ts'
import type { JudgingKeyword, KeywordWith } from '../document/keyword-table.ts'
import { type Check, pass } from '../evaluation/run.ts'
import { isAtLeast, isAtMost } from '../json/text-length.ts'
import type { Pattern } from '../pattern/pattern.ts'
import { patternOf } from './keyword-value.ts'
import type { Shortcut, Site } from './vocabulary.ts'

/** Keywords that the fast path does not support: schemas with one of them have no test. */
const UNKNOWN = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'multipleOf',
  'exclusiveMinimum',
  'exclusiveMaximum',
] as const

/** Keywords that a test supports, or that judge nothing without one of the others. */
type Known =
  | ('type' | 'enum' | 'const' | 'minLength' | 'maxLength' | 'pattern' | 'format' | 'minimum' | 'maximum')
  | ('then' | 'else')

/** Keywords that judge scalars. */
type OfScalars = Exclude<JudgingKeyword, KeywordWith<{ readonly about: 'array' | 'object' }>>

/** A keyword that is neither does not compile: the fast path would allow the values that it forbids. */
type Undecided = Exclude<OfScalars, Known | (typeof UNKNOWN)[number]>
void (true satisfies [Undecided] extends [never] ? true : Undecided)

/**
 * Rules of a schema for texts, numbers, booleans and null, in one object. Most of a body are such values, and
 * a look through it costs a fraction of a check for each keyword: those lie far apart, and nobody can foresee
 * which comes next.
 */
export class ScalarTest {
  /**
   * True if the schema allows scalars alone. Values that `enum` and `const` list are few, whatever they are.
   */
  readonly hasNoParts: boolean
  readonly #types: readonly unknown[] | undefined
  readonly #takesText: boolean
  readonly #takesNumbers: boolean
  readonly #takesIntegers: boolean
  readonly #values: ReadonlySet<unknown> | undefined
  readonly #minLength: number
  readonly #maxLength: number
  readonly #hasFormat: ((text: string) => boolean) | undefined
  readonly #pattern: Pattern | undefined
  readonly #minimum: number
  readonly #maximum: number
  readonly #hasNumberFormat: ((value: number) => boolean) | undefined

  /** @param site of a schema that has been compiled: its keywords have the values that the draft allows. */
  constructor(site: Site) {
    const { schema, vocabulary } = site
    const { type, minLength = 0, maxLength = Number.POSITIVE_INFINITY, format = '', pattern } = schema
    this.#types = type === undefined ? undefined : [type].flat()
    this.#takesText = this.#takes('string')
    this.#takesNumbers = this.#takes('number')
    this.#takesIntegers = this.#takes('integer')
    this.#values = valuesOf(schema)
    const takesParts = this.#takes('object') || this.#takes('array')
    this.hasNoParts = this.#values !== undefined || !takesParts
    this.#minLength = minLength
    this.#maxLength = maxLength
    this.#hasFormat = vocabulary.formats.get(format)?.string
    this.#pattern = pattern === undefined ? undefined : patternOf(site, { pattern, location: site.location })
    this.#minimum = schema.minimum ?? Number.NEGATIVE_INFINITY
    this.#maximum = schema.maximum ?? Number.POSITIVE_INFINITY
    this.#hasNumberFormat = vocabulary.formats.get(format)?.number
  }

  #takes(type: string): boolean {
    return this.#types?.includes(type) ?? true
  }

  /** True if the schema certainly allows a value. Its checks decide on all others, and say why. */
  allows(value: unknown): boolean {
    switch (typeof value) {
      case 'string':
        return this.#takesText && this.#isListed(value) && this.#allowsText(value)
      case 'number':
        return this.#isListed(value) && this.#allowsNumber(value)
      case 'boolean':
        return this.#takes('boolean') && this.#isListed(value)
      default:
        return value === null && this.#takes('null') && this.#isListed(value)
    }
  }

  #isListed(value: unknown): boolean {
    return this.#values === undefined || this.#values.has(value)
  }

  #allowsNumber(value: number): boolean {
    return (
      (this.#takesNumbers ? Number.isFinite(value) : this.#takesIntegers && Number.isInteger(value)) &&
      value >= this.#minimum &&
      value <= this.#maximum &&
      (this.#hasNumberFormat === undefined || this.#hasNumberFormat(value))
    )
  }

  #allowsText(text: string): boolean {
    return (
      isAtMost(this.#maxLength, text) &&
      (this.#minLength === 0 || isAtLeast(this.#minLength, text)) &&
      (this.#hasFormat === undefined || this.#hasFormat(text)) &&
      (this.#pattern === undefined || this.#pattern.test(text))
    )
  }
}

/** The scalars that `enum` and `const` allow; `undefined` for all. */
function valuesOf(schema: SchemaObject): ReadonlySet<unknown> | undefined {
  const { enum: listed } = schema
  if (!('const' in schema)) return listed && new Set(listed)
  return new Set(listed === undefined || listed.includes(schema.const) ? [schema.const] : [])
}

const tests = new WeakMap<Check, ScalarTest>()

/** Notes a scalar test beside the check of a schema, if it can have one. */
export const scalarTests: Shortcut = {
  note(check, site) {
    const { schema } = site
    if (check === pass || UNKNOWN.some((keyword) => keyword in schema)) return
    const { type } = schema
    const isOfParts = type !== undefined && [type].flat().every((one) => one === 'object' || one === 'array')
    if (!isOfParts) tests.set(check, new ScalarTest(site))
  },
}

/** Scalar test of a check's schema; `undefined` if only the check can tell. */
export function scalarTestOf(check: Check): ScalarTest | undefined {
  return tests.get(check)
}
