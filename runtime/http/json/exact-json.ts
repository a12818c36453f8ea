/** Members of `JSON` in engines of 2024 and later. @see https://tc39.es/proposal-json-parse-with-source */
interface JsonWithSource {
  parse(
    text: string,
    reviver: (this: object, key: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ): unknown
  readonly rawJSON?: (text: string) => object
}

const json: JsonWithSource = JSON

/** Digits of an integer that some format has; many more would take long to read. */
const DIGITS = /^-?\d{1,24}$/

/**
 * Integers that a number rounds, by the object or array in which they stand and their name or index there.
 */
const exactIntegers = new WeakMap<object, Map<string, bigint>>()

function noteExact(holder: object, key: string | number, value: bigint): void {
  const known = exactIntegers.get(holder)
  if (known === undefined) exactIntegers.set(holder, new Map([[String(key), value]]))
  else known.set(String(key), value)
}

/** Notes the digits of a number that was read from a text, where it does not have them all. */
export function noteDigits(holder: object, key: string | number, number: unknown, text: unknown): void {
  if (typeof number !== 'number' || Number.isSafeInteger(number)) return
  if (typeof text === 'string' && DIGITS.test(text)) noteExact(holder, key, BigInt(text))
}

/** Copies the noted digits from the original to a copy. */
export function copyExact(from: object, to: object): void {
  const known = exactIntegers.get(from)
  if (known !== undefined) exactIntegers.set(to, known)
}

/** The integer that was rounded at this place; `undefined` where nothing was. */
export function exactAt(holder: object, key: string | number): bigint | undefined {
  return exactIntegers.get(holder)?.get(String(key))
}

/** Digits of which a number may round the last: 2^53 has 16. */
const MANY_DIGITS = /\d{16}/

/**
 * Parses JSON as `JSON.parse` does, and notes the digits of integers beyond 2^53 where the engine tells them.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text)
  return json.parse(text, function note(key, value, context) {
    noteDigits(this, key, value, context?.source)
    return value
  })
}

/**
 * Value that `JSON.stringify` writes with all its digits.
 * @throws RangeError beyond 2^53 where the engine cannot.
 */
export function rawJson(value: bigint): unknown {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  if (json.rawJSON === undefined)
    throw new RangeError('this JavaScript engine cannot write integers beyond 2^53 (JSON.rawJSON)')
  return json.rawJSON(String(value))
}
