/** Methods of `JSON` in engines from 2024 on. @see https://tc39.es/proposal-json-parse-with-source */
interface JsonWithSource {
  parse(
    text: string,
    reviver: (this: object, key: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ): unknown
  readonly rawJSON?: (text: string) => object
}

const json: JsonWithSource = JSON

/** Matches an integer that some format may allow; longer integers would take long to parse. */
const DIGITS = /^-?\d{1,24}$/

/**
 * Exact values of integers that lose digits as numbers, by the object or array that contains them and by
 * their name or index in it.
 */
const exactIntegers = new WeakMap<object, Map<string, bigint>>()

function noteExact(holder: object, key: string | number, value: bigint): void {
  const known = exactIntegers.get(holder)
  if (known === undefined) exactIntegers.set(holder, new Map([[String(key), value]]))
  else known.set(String(key), value)
}

/** Records the digits of a parsed number if it is an unsafe integer. */
export function noteDigits(holder: object, key: string | number, number: unknown, text: unknown): void {
  if (typeof number !== 'number' || Number.isSafeInteger(number)) return
  if (typeof text === 'string' && DIGITS.test(text)) noteExact(holder, key, BigInt(text))
}

/** Copies the recorded digits of an object to a copy of the object. */
export function copyExact(from: object, to: object): void {
  const known = exactIntegers.get(from)
  if (known !== undefined) exactIntegers.set(to, known)
}

/** Returns the recorded exact value of an unsafe integer; `undefined` if there is none. */
export function exactAt(holder: object, key: string | number): bigint | undefined {
  return exactIntegers.get(holder)?.get(String(key))
}

/** Matches 16 digits, as many as 2^53 has. Integers with fewer digits are never rounded. */
const MANY_DIGITS = /\d{16}/

/**
 * Parses JSON like `JSON.parse`, and records the digits of integers beyond 2^53 if the engine provides them.
 * @throws {SyntaxError} if the JSON is invalid.
 */
export function parseExactJson(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text)
  return json.parse(text, function note(key, value, context) {
    noteDigits(this, key, value, context?.source)
    return value
  })
}

/**
 * Returns a value that `JSON.stringify` writes with all digits.
 * @throws {RangeError} for integers beyond 2^53, if the engine cannot write them.
 */
export function rawJson(value: bigint): unknown {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  if (json.rawJSON === undefined)
    throw new RangeError('this JavaScript engine lacks JSON.rawJSON for integers beyond 2^53')
  return json.rawJSON(String(value))
}
