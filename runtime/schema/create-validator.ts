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
   * Maximum number of issues to report for a value; validation stops when it is reached. Without a limit, a
   * value with a million errors produces a million issues. Use `Number.POSITIVE_INFINITY` only for values
   * that are known to be small. Default: 20.
   */
  readonly maxIssues?: number
  /** Compiles `pattern` and the keys of `patternProperties`. */
  readonly compilePattern: CompilePattern
}

/** Options for one compiler of validators. */
export interface ValidatorOptions extends Partial<EngineOptions> {}

/** All words except patterns. */
const WORDS = [...Object.values(keywords), ...FORMATS, scalarTests]

/**
 * Creates a schema compiler that compiles patterns as the caller chooses. Each definition is compiled once,
 * when the first schema that uses it is compiled.
 * @param definitions schemas by name, for references such as `{ $ref: "#/$defs/Name" }` or a longer pointer.
 * @returns a compiler. It throws SchemaError if a `$ref` has no target or refers only to itself, if a pattern
 * is not a regular expression, if the draft does not allow a keyword's value, or if schemas are nested too
 * deeply.
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
      // A RangeError means that the stack overflowed. Any other error is a SchemaError already.
      if (!(error instanceof RangeError)) throw error
      throw new SchemaError('#', 'schemas are nested, or refer to each other, too deeply to be compiled')
    }
  }
}

/**
 * Like `createValidatorWith`, but matches patterns in time proportional to the string's length. A pattern
 * that cannot be matched this way is tried only on short strings, and longer strings are rejected. The engine
 * is 50 kB compressed: if you trust all strings and patterns, use `createValidatorWith` and `nativePattern`
 * instead.
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

/** Compiles each pattern source only once, because documents often repeat the same sources. */
function onceEach(compilePattern: CompilePattern): CompilePattern {
  const known = new Map<string, Pattern>()
  return (source) => {
    const compiled = known.get(source) ?? compilePattern(source)
    known.set(source, compiled)
    return compiled
  }
}
