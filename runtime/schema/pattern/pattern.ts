/** A pattern of a schema, compiled. */
export interface Pattern {
  /** True if some part of the text matches. */
  test(text: string): boolean
}

/**
 * Compiles a regular expression of ECMA-262.
 * @throws SyntaxError if it is not one.
 */
export type CompilePattern = (source: string) => Pattern

/**
 * Native regular expressions, with Unicode rules if the source is valid under them. They are fast and have no
 * dependencies, but take exponential time for patterns such as "^(a+)+$": use linear patterns for untrusted
 * texts.
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
