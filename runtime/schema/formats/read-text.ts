import { digits } from './digits.ts'

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
/** So many digits are below 2^53. */
const FEW_DIGITS = 15
const POWERS = Array.from({ length: FEW_DIGITS }, (_, exponent) => Number(`1e${exponent}`))

/** Rules of a schema for the values that a text may become. */
export interface TextTypes {
  /** Types of JSON that are allowed; `undefined` where the schema does not limit them. */
  readonly types: ReadonlySet<string> | undefined
  readonly takes: { readonly boolean: boolean; readonly number: boolean; readonly null: boolean }
  /** Values of `enum` and `const`, which decide between "1" and 1. */
  readonly values: readonly unknown[]
}

/** A text as the value that it stands for; what cannot become any that is allowed stays text. */
export function readText(text: string, { types, takes, values }: TextTypes): unknown {
  if (values.length > 0 && values.includes(text)) return text
  if (types === undefined)
    return values.find((value) => typeof value !== 'object' && String(value) === text) ?? text
  if (takes.boolean && (text === 'true' || text === 'false')) return text === 'true'
  if (takes.number) {
    const number = numberOf(text)
    if (Number.isFinite(number)) return number
  }
  return text === '' && takes.null ? null : text
}

/** The number that a text is in JSON; NaN where it is none. */
function numberOf(text: string): number {
  const number = shortNumber(text)
  if (!Number.isNaN(number)) return number
  return JSON_NUMBER.test(text) ? Number(text) : Number.NaN
}

/**
 * The same for a few digits with at most one point, as most numbers are, in a quarter of an
 * expression's time. The digits as an integer and the power of ten are exact, so their quotient is
 * the number nearest to the text.
 */
function shortNumber(text: string): number {
  const { length } = text
  const point = text.indexOf('.')
  const end = point === -1 ? length : point
  if (length > FEW_DIGITS || end === 0 || end === length - 1 || (end > 1 && text[0] === '0'))
    return Number.NaN
  const whole = digits(text, 0, end)
  if (point === -1) return whole
  const scale = POWERS[length - end - 1] ?? Number.NaN
  return (whole * scale + digits(text, end + 1, length)) / scale
}
