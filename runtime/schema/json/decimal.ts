/** A number as its shortest decimal notation gives it: `digits × 10^exponent`. */
interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/**
 * Makes the test whether a number is a multiple of another, exact on the decimals that people write: 0.07 is a multiple
 * of 0.01 although the quotient of the two doubles is 7.000000000000001.
 * @param divisor greater than zero.
 */
export function multipleOf(divisor: number): (value: number) => boolean {
  const unit = decimalOf(divisor)
  return (value) => {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
    const { digits, exponent } = decimalOf(value)
    const shift = exponent - unit.exponent
    return shift >= 0
      ? (digits * 10n ** BigInt(shift)) % unit.digits === 0n
      : digits % (unit.digits * 10n ** BigInt(-shift)) === 0n
  }
}

function decimalOf(value: number): Decimal {
  const [mantissa = '0', power = '0'] = value.toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}
