import { RE2JS } from '#linear-regexp'
import { NotLinear } from './machine.ts'

/**
 * Compiles a regular expression of RE2.
 * @throws NotLinear when it is too large for it.
 */
export function compileLinear(source: string): { test(text: string): boolean } {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    // The pattern is valid, so only its size can be refused.
    throw Object.assign(new NotLinear('too-large'), { cause: error })
  }
}
