import { RE2JS } from '#linear-regexp'
import { NotLinear } from './machine.ts'

/**
 * Compiles an RE2 regular expression.
 * @throws NotLinear if it is too large for RE2.
 */
export function compileLinear(source: string): { test(text: string): boolean } {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    // The pattern is valid, so only its size can be the reason for the error.
    throw Object.assign(new NotLinear('too-large'), { cause: error })
  }
}
