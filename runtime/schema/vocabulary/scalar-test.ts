import type { SchemaObject } from '../document/json-schema.ts'
import type { JudgingKeyword, KeywordWith } from '../document/keyword-table.ts'
import { type Check, passCheck } from '../evaluation/run.ts'
import { isTextAtLeast, isTextAtMost } from '../json/text-length.ts'
import type { Pattern } from '../pattern/pattern.ts'
import { keywordPattern } from './keyword-value.ts'
import type { Shortcut, Site } from './vocabulary.ts'

/** Keywords that the fast path does not support. A schema with any of them gets no scalar test. */
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

/** Keywords that the scalar test supports, or that have no effect without one of the unsupported keywords. */
type Known =
  | ('type' | 'enum' | 'const' | 'minLength' | 'maxLength' | 'pattern' | 'format' | 'minimum' | 'maximum')
  | ('then' | 'else')

/** Keywords for scalars. */
type OfScalars = Exclude<JudgingKeyword, KeywordWith<{ readonly about: 'array' | 'object' }>>

/**
 * A keyword in neither list causes a compile error, because the fast path would allow values that the keyword
 * forbids.
 */
type Undecided = Exclude<OfScalars, Known | (typeof UNKNOWN)[number]>
void (true satisfies [Undecided] extends [never] ? true : Undecided)

/**
 * A schema's rules for strings, numbers, booleans and null, in one object. Most values in a body are of these
 * types. This test takes a fraction of the time of separate checks for each keyword, because those are
 * scattered in memory and unpredictable for the processor.
 */
export class ScalarTest {
  /** True if the schema allows only scalars, or lists its values in `enum` or `const`. */
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

  /**
   * @param site site of a schema that has been compiled, so that its keywords are known to have valid values.
   */
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
    this.#pattern =
      pattern === undefined ? undefined : keywordPattern(site, { pattern, location: site.location })
    this.#minimum = schema.minimum ?? Number.NEGATIVE_INFINITY
    this.#maximum = schema.maximum ?? Number.POSITIVE_INFINITY
    this.#hasNumberFormat = vocabulary.formats.get(format)?.number
  }

  #takes(type: string): boolean {
    return this.#types?.includes(type) ?? true
  }

  /** True if the schema certainly allows a value. For all other values, its checks decide and report. */
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
      isTextAtMost(this.#maxLength, text) &&
      (this.#minLength === 0 || isTextAtLeast(this.#minLength, text)) &&
      (this.#hasFormat === undefined || this.#hasFormat(text)) &&
      (this.#pattern === undefined || this.#pattern.test(text))
    )
  }
}

/** The values that `enum` and `const` allow; `undefined` if the schema has neither. */
function valuesOf(schema: SchemaObject): ReadonlySet<unknown> | undefined {
  const { enum: listed } = schema
  if (!('const' in schema)) return listed && new Set(listed)
  return new Set(listed === undefined || listed.includes(schema.const) ? [schema.const] : [])
}

const tests = new WeakMap<Check, ScalarTest>()

/** Adds a scalar test to a schema's check, if possible. */
export const scalarTests: Shortcut = {
  note(check, site) {
    const { schema } = site
    if (check === passCheck || UNKNOWN.some((keyword) => keyword in schema)) return
    const { type } = schema
    const isOfParts = type !== undefined && [type].flat().every((one) => one === 'object' || one === 'array')
    if (!isOfParts) tests.set(check, new ScalarTest(site))
  },
}

/** The scalar test for a check; `undefined` if only the check itself can decide. */
export function scalarTestOf(check: Check): ScalarTest | undefined {
  return tests.get(check)
}
