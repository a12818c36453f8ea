import type { Format } from './format.ts'
import * as numbers from './number.ts'
import * as texts from './texts.ts'

/** All formats. */
export const FORMATS: readonly Format[] = [...Object.values(texts), ...Object.values(numbers)]

const TESTS = new Map(FORMATS.map(({ format, string }) => [format, string]))

/**
 * Whether a string has a format. Formats of numbers, such as int32, say nothing of strings and are unknown here.
 * @returns `undefined` for an unknown format, which allows every string.
 */
export function isValidFormat(format: string, value: string): boolean | undefined {
  return TESTS.get(format)?.(value)
}
