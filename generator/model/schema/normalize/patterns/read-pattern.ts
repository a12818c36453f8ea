import { isRegExpLiteral, looksForeign, readForeignPattern } from './foreign-pattern.ts'

/** A regular expression of a schema, and where it stands. */
export interface PlacedPattern {
  /** JSON Pointer in the bundled document: of `pattern`, or of a member of `patternProperties`. */
  readonly pointer: string
  readonly source: string
  /** `maxLength` beside it. */
  readonly maxLength?: number
}

/** Receiver of reports about patterns. */
export interface PatternContext {
  /** Notes a pattern that values are held against. */
  pattern(pattern: PlacedPattern): void
  /** Reports what a schema states in a way that no version of JSON Schema knows; the keyword is left out. */
  ignored(place: string, fact: string): void
  /** Reports a pattern of another engine than ECMA-262's, and as what it is read. */
  foreign(pattern: PlacedPattern, read: string): void
}

/**
 * The pattern as one of ECMA-262, which is reported if it was written for another engine; `undefined` if it
 * is not valid.
 */
export function readPattern(pattern: PlacedPattern, context: PatternContext): string | undefined {
  const { pointer, source } = pattern
  const isOwn =
    !isRegExpLiteral(source) && (isPattern(source, 'u') || (isPattern(source, '') && !looksForeign(source)))
  const read = isOwn ? source : readForeignPattern(source)
  if (read === undefined) {
    context.ignored(pointer, `"${source}" is not a regular expression of ECMA-262`)
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
