/** A pattern of a schema, compiled. */
export interface Pattern {
  /** True if some part of the text matches. */
  test(text: string): boolean
}

/**
 * Compiles a regular expression of ECMA-262.
 * @throws SyntaxError when it is not one.
 */
export type CompilePattern = (source: string) => Pattern

/**
 * The engine's own regular expressions, with Unicode rules where the source is valid under them. They are
 * fast, need nothing else, and take exponential time for patterns such as "^(a+)+$": use linear patterns
 * where texts come from strangers.
 */
export function nativePattern(source: string): RegExp {
  return isUnicode(source) ? new RegExp(source, 'u') : new RegExp(source)
}

/** True if a source is valid under Unicode rules, which refuse meaningless escapes. */
export function isUnicode(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
