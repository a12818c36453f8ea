import { rawJson } from '../json/exact-json.ts'
import type { Format } from './format.ts'

/** `int64` as a bigint, from a number or a string of digits. */
export const int64: Format = integer('a signed 64-bit integer', (value) => BigInt.asIntN(64, value))

/** `uint64` as a bigint. */
export const uint64: Format = integer('an unsigned 64-bit integer', (value) => BigInt.asUintN(64, value))

/** `int64` written as a string: "9007199254740993". */
export const int64Text: Format = asText(int64)

/** `uint64` written as a string. */
export const uint64Text: Format = asText(uint64)

function integer(noun: string, wrap: (value: bigint) => bigint): Format {
  const checked = (value: bigint): bigint => {
    if (wrap(value) !== value) throw new RangeError(`it is not ${noun}`)
    return value
  }
  return {
    parse(wire: number | bigint): bigint {
      if (
        typeof wire === 'number' &&
        Number.isInteger(wire) &&
        !Number.isSafeInteger(wire) &&
        Math.abs(wire) < 2 ** 64
      )
        throw new RangeError('it has an exponent or a decimal point, or the JavaScript engine is too old')
      return checked(BigInt(wire))
    },
    serialize: (value: bigint, isJson: boolean) => (isJson ? rawJson(checked(value)) : checked(value)),
    is: (value) => typeof value === 'bigint',
  }
}

function asText({ parse, serialize, ...format }: Format): Format {
  return {
    ...format,
    parse(text: string) {
      if (!/^-?\d+$/.test(text)) throw new RangeError('it is not a decimal integer')
      return parse(BigInt(text) as never)
    },
    serialize: (value: never) => String(serialize(value, false)),
  }
}
