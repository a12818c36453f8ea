import { isRegExpLiteral, looksForeign, readForeignPattern } from './foreign-pattern.ts'

/** A schema's regular expression and its location. */
export interface PlacedPattern {
  /** JSON Pointer, in the bundled document, of `pattern` or of a member of `patternProperties`. */
  readonly pointer: string
  readonly source: string
  /** `maxLength` of the same schema. */
  readonly maxLength?: number
}

/** Receiver of reports about patterns. */
export interface PatternContext {
  /** Registers a pattern that is used to validate values. */
  pattern(pattern: PlacedPattern): void
  /** Reports a value that is not valid in any JSON Schema version; its keyword is dropped. */
  ignored(place: string, fact: string): void
  /** Reports a pattern written for another engine, with its translation to ECMA-262. */
  foreign(pattern: PlacedPattern, read: string): void
}

/**
 * The pattern in ECMA-262 syntax; `undefined` if it is not valid. Translations and invalid patterns are
 * reported.
 */
export function readPattern(pattern: PlacedPattern, context: PatternContext): string | undefined {
  const { pointer, source } = pattern
  const isOwn =
    !isRegExpLiteral(source) && (isPattern(source, 'u') || (isPattern(source, '') && !looksForeign(source)))
  const read = isOwn ? source : readForeignPattern(source)
  if (read === undefined) {
    context.ignored(pointer, `"${source}" is not an ECMA-262 regular expression`)
    return undefined
  }
  if (!isOwn) context.foreign(pattern, read)
  context.pattern({ ...pattern, source: read })
  return read
}

function isPattern(pattern: string, flags: 'u' | ''): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp
  } catch {
    return false
  }
}
