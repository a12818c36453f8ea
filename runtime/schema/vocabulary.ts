import { linearPattern } from './pattern/linear-pattern.ts'
import type { Patterns } from './vocabulary/vocabulary.ts'

export { type Definition, defineSchema } from './define-schema.ts'
export * from './formats/number.ts'
export * from './formats/texts.ts'
export * from './keywords/keywords.ts'

/**
 * Patterns that match in time proportional to the string's length. The engine for this is 50 kB compressed.
 */
export const linearPatterns: Patterns = {
  compilePattern: /* @__PURE__ */ linearPattern({ tooLong: 'refuse' }),
}
