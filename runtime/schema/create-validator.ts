import { compilerOf, DEFAULT_MAX_ISSUES, type Validator } from './compile.ts'
import { type JsonSchema, SchemaError } from './document/json-schema.ts'
import { FORMATS } from './formats/known.ts'
import * as keywords from './keywords/keywords.ts'
import { linearPattern } from './pattern/linear-pattern.ts'
import type { CompilePattern, Pattern } from './pattern/pattern.ts'
import { scalarTests } from './vocabulary/scalar-test.ts'
import { vocabularyOf } from './vocabulary/vocabulary.ts'

/** Options of one compiler. */
export interface EngineOptions {
  /**
   * Maximum number of issues of a value; validation stops at the last. A value that breaks its schema a
   * million times costs a million issues otherwise. `Number.POSITIVE_INFINITY` is for values that are known
   * to be small. Default: 20.
   */
  readonly maxIssues?: number
  /** Compiles `pattern` and the keys of `patternProperties`. */
  readonly compilePattern: CompilePattern
}

/** Options of one compiler of validators. */
export interface ValidatorOptions extends Partial<EngineOptions> {}

/** All words but patterns. */
const WORDS = [...Object.values(keywords), ...FORMATS, scalarTests]

/**
 * Makes a compiler of schemas, with patterns of the caller's choice. A definition is compiled when a schema
 * that is compiled first reaches it, and once.
 * @param definitions schemas by name: `{ $ref: "#/$defs/Name" }`, or a pointer
 * that goes on below, reaches them.
 * @returns throws SchemaError for a `$ref` that leads nowhere or only to itself,
 * a pattern that is not a regular
 *   expression, a keyword whose value the draft does not allow, or schemas nested too deep.
 */
export function createValidatorWith(
  definitions: Readonly<Record<string, JsonSchema>>,
  { maxIssues = DEFAULT_MAX_ISSUES, compilePattern }: EngineOptions,
): (schema: JsonSchema) => Validator {
  const vocabulary = vocabularyOf([...WORDS, { compilePattern: onceEach(compilePattern) }])
  const compile = compilerOf(definitions, { vocabulary, maxIssues })
  return (schema) => {
    try {
      return compile(schema)
    } catch (error) {
      // The compiler throws no other.
      if (!(error instanceof RangeError)) throw error
      throw new SchemaError('#', 'schemas are nested, or refer to each other, too deep to be compiled')
    }
  }
}

/**
 * Makes a compiler of schemas, as `createValidatorWith` does, whose patterns take time in proportion to the
 * text. A pattern that cannot be matched so is tried on short texts, and refuses longer ones. The engine for
 * that is 50 kB compressed: where every text and every pattern is one's own, `createValidatorWith` and
 * `nativePattern` do without it.
 */
export function createValidator(
  definitions: Readonly<Record<string, JsonSchema>>,
  options: ValidatorOptions = {},
): (schema: JsonSchema) => Validator {
  return createValidatorWith(definitions, {
    compilePattern: linearPattern({ tooLong: 'refuse' }),
    ...options,
  })
}

/** Patterns are made of much the same sources all over a document. */
function onceEach(compilePattern: CompilePattern): CompilePattern {
  const known = new Map<string, Pattern>()
  return (source) => {
    const compiled = known.get(source) ?? compilePattern(source)
    known.set(source, compiled)
    return compiled
  }
}
