import type { Conversion } from './conversion.ts'
import { FormatFailure } from './format.ts'
import type { OperationFormats } from './operation-formats.ts'

/**
 * Returns the formats of a response's headers by lower-case name, from the most specific key for its status.
 */
export function headerFormats(
  { headers = {} }: OperationFormats,
  status: number,
): Readonly<Record<string, Conversion>> {
  return headers[status] ?? headers[`${Math.floor(status / 100)}XX`] ?? headers['default'] ?? {}
}

/**
 * Parses the text of a header.
 * @throws {FormatFailure} if the text does not match the header's format.
 */
export function parseHeaderFormat(name: string, text: string, { string, number }: Conversion): unknown {
  try {
    if (string !== undefined) return string.parse(text as never)
    return number === undefined ? text : number.parse(numberIn(text) as never)
  } catch (cause) {
    throw new FormatFailure([name], text, cause)
  }
}

/** Returns a number, or a bigint if a number would lose digits. */
function numberIn(text: string): number | bigint {
  const value = Number(text)
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value
}
