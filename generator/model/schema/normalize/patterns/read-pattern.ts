import { isRegExpLiteral, looksForeign, readForeignPattern } from './foreign-pattern.ts'

/** A regular expression of a schema and its place. */
export interface PlacedPattern {
  /** JSON Pointer in the bundled document: of `pattern`, or of a member of `patternProperties`. */
  readonly pointer: string
  readonly source: string
  /** `maxLength` of the same schema. */
  readonly maxLength?: number
}

/** Receiver of reports about patterns. */
export interface PatternContext {
  /** Registers a pattern that values are validated with. */
  pattern(pattern: PlacedPattern): void
  /** Reports a statement that no version of JSON Schema knows; the keyword is dropped. */
  ignored(place: string, fact: string): void
  /** Reports a pattern of an engine other than ECMA-262, with its translation. */
  foreign(pattern: PlacedPattern, read: string): void
}

/** The pattern in ECMA-262 syntax. Translations are reported; `undefined` if it is not valid. */
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
