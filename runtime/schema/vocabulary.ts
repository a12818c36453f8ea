import { linearPattern } from './pattern/linear-pattern.ts'
import type { Patterns } from './vocabulary/vocabulary.ts'

export { type Definition, defineSchema } from './define-schema.ts'
export * from './formats/number.ts'
export * from './formats/texts.ts'
export * from './keywords/keywords.ts'

/** Patterns that take time in proportion to the text. The engine for that is 50 kB compressed. */
export const linearPatterns: Patterns = {
  compilePattern: /* @__PURE__ */ linearPattern({ tooLong: 'refuse' }),
}
