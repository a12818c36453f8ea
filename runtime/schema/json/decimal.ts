/** A number in its shortest decimal form: `digits × 10^exponent`. */
interface Decimal {
  /** An integer of up to 17 digits, possibly with a sign. */
  readonly digits: string
  readonly exponent: number
}

/**
 * Integers up to this one, divided by a power of ten, give decimals of at most 15 digits, each of which is a
 * distinct double.
 */
const MOST_EXACT = 1e15
/** The largest power of ten that a double represents exactly. */
const MOST_POWER = 22

/**
 * Creates a test for multiples of a number. The test is exact for decimals: 0.07 is a multiple of 0.01,
 * although the quotient of the doubles is 7.000000000000001.
 * @param divisor greater than zero.
 */
export function multipleOf(divisor: number): (value: number) => boolean {
  const unit = decimalOf(divisor)
  const digits = Number(unit.digits)
  const places = -unit.exponent
  const scale = places >= 0 && places <= MOST_POWER && Number.isSafeInteger(digits) ? 10 ** places : undefined
  const isPlain = Number.isSafeInteger(divisor)
  // Every integer is a multiple of 1, 0.1, 0.05 and so on.
  const dividesIntegers = scale === undefined ? places > 0 && digits === 1 : scale % digits === 0
  const isMultiple = exactly(unit)
  return (value) => {
    if (dividesIntegers && Number.isInteger(value)) return true
    if (isPlain && Number.isSafeInteger(value)) return value % divisor === 0
    if (scale === undefined || Math.abs(value * scale) > MOST_EXACT) return isMultiple(value)
    const count = Math.round(value * scale)
    return count / scale === value && count % digits === 0
  }
}

/** Creates a test that is exact for all numbers, because it uses integers of any size. */
function exactly(unit: Decimal): (value: number) => boolean {
  const divisor = BigInt(unit.digits)
  /** Remainders of powers of ten after division by the divisor, by exponent. */
  const rests = new Map<number, bigint>()
  const restOf = (power: number): bigint => {
    const known = rests.get(power) ?? 10n ** BigInt(power) % divisor
    rests.set(power, known)
    return known
  }
  return (value) => {
    if (value === 0) return true
    const { digits, exponent } = decimalOf(value)
    const shift = exponent - unit.exponent
    // The shortest form does not end in zero, so a value with more places than the unit is not a multiple.
    return shift >= 0 && (BigInt(digits) * restOf(shift)) % divisor === 0n
  }
}

function decimalOf(value: number): Decimal {
  const text = value.toExponential()
  const power = text.indexOf('e')
  const point = text.indexOf('.')
  const places = point === -1 ? 0 : power - point - 1
  const mantissa = text.slice(0, power)
  return {
    digits: places === 0 ? mantissa : mantissa.replace('.', ''),
    exponent: Number(text.slice(power + 1)) - places,
  }
}
