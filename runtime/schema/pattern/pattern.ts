/** A compiled pattern from a schema. */
export interface Pattern {
  /** True if any part of the string matches. */
  test(text: string): boolean
}

/**
 * Compiles an ECMA-262 regular expression.
 * @throws SyntaxError if the source is not valid.
 */
export type CompilePattern = (source: string) => Pattern

/**
 * Creates a native regular expression, with Unicode rules if the source is valid under them. Native
 * expressions are fast and have no dependencies, but take exponential time for patterns such as "^(a+)+$":
 * use linear patterns for untrusted strings.
 */
export function nativePattern(source: string): RegExp {
  return isUnicode(source) ? new RegExp(source, 'u') : new RegExp(source)
}

/** True if a source is valid under Unicode rules, which reject meaningless escapes. */
export function isUnicode(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
