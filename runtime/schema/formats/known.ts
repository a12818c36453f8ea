import type { Format } from './format.ts'
import * as numbers from './number.ts'
import * as texts from './texts.ts'

/** All formats. */
export const FORMATS: readonly Format[] = [...Object.values(texts), ...Object.values(numbers)]

const FORMAT_TESTS = new Map(FORMATS.map((format) => [format.format, format]))

/**
 * True if a string or number matches a format.
 * @returns `undefined` if the format is unknown or does not limit values of this type, so that all of them
 * are allowed.
 */
export function isValidFormat(format: string, value: string | number): boolean | undefined {
  const tests = FORMAT_TESTS.get(format)
  return typeof value === 'number' ? tests?.number?.(value) : tests?.string?.(value)
}
