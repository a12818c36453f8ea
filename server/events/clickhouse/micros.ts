import { integerStatement } from './statement.ts'

/** Microseconds since 1970, the form in which ClickHouse stores times. */
export type Micros = bigint

export const microsOf = (date: Date): Micros => BigInt(date.getTime()) * 1000n

/** A time as a statement parameter. */
export const momentParameter = (date: Date) => integerStatement(microsOf(date))

/** Parses ISO 8601 in UTC with up to six fractional digits: `2026-01-31T12:00:00.123456Z`. */
export function parseMicros(text: string): Micros {
  const [, second, fraction = ''] = /^(.*?)(?:\.(\d{1,6}))?Z$/.exec(text) ?? []
  return BigInt(Date.parse(`${second}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'))
}

/** A time in the form used for PostgreSQL: with six fractional digits, or none if they are zero. */
export function printMicros(micros: Micros): string {
  const second = micros - (((micros % 1_000_000n) + 1_000_000n) % 1_000_000n)
  const fraction = micros - second
  const whole = new Date(Number(second / 1000n)).toISOString().slice(0, -5)
  return `${whole}${fraction === 0n ? '' : `.${String(fraction).padStart(6, '0')}`}Z`
}
