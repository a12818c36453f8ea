import type { PlacedPattern, SchemaContext } from './context.ts'
import { isRegExpLiteral, looksForeign, readForeignPattern } from './foreign-pattern.ts'

/** The pattern as one of ECMA-262, which is reported where it was written for another engine; `undefined` where it is none. */
export function readPattern(pattern: PlacedPattern, context: SchemaContext): string | undefined {
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
