import { isObject } from '@concordat/runtime/json'
import { linearPattern } from '@concordat/runtime/linear-pattern'
import {
  createValidator,
  type Issue,
  type JsonSchema,
  SchemaError,
  type Validate,
} from '@concordat/runtime/schema'

type Definitions = Readonly<Record<string, JsonSchema>>

/** Each schema is compiled once for each set of definitions. */
const compilers = new WeakMap<Definitions, (schema: JsonSchema) => Validate>()

/** What is wrong with a value; `undefined` where its schema takes it, or is at fault itself and can say nothing. */
export function misfit(value: unknown, schema: unknown, definitions: Definitions): Issue | undefined {
  // As in `flatSchema`: a value that is not a schema allows anything.
  if (!isObject(schema) && schema !== false) return undefined
  try {
    return compileFor(definitions)(schema)(value)[0]
  } catch (error) {
    if (error instanceof SchemaError) return undefined
    throw error
  }
}

function compileFor(definitions: Definitions): (schema: JsonSchema) => Validate {
  const compile = compilers.get(definitions) ?? onceEach(definitions)
  compilers.set(definitions, compile)
  return compile
}

function onceEach(definitions: Definitions): (schema: JsonSchema) => Validate {
  const compile = createValidator(definitions, {
    maxIssues: 1,
    compilePattern: linearPattern({ tooLong: 'accept' }),
  })
  const known = new WeakMap<object, Validate>()
  return (schema) => {
    if (typeof schema === 'boolean') return compile(schema)
    const validate = known.get(schema) ?? compile(schema)
    known.set(schema, validate)
    return validate
  }
}

/**
 * Whether nothing but a `format` is broken: the value is valid for whoever takes formats for annotations, as JSON Schema 2020-12 and with
 * it OpenAPI from 3.1 on do. @see JSON Schema Validation 2020-12, 7.2.1
 */
export function isOfFormat({ keyword, params }: Issue): boolean {
  if (keyword === 'format') return true
  const branches: unknown = params['branches']
  if ((keyword !== 'anyOf' && keyword !== 'oneOf') || !Array.isArray(branches)) return false
  // One without issues was not looked into.
  return branches.some((issues: readonly Issue[]) => issues.length > 0 && issues.every(isOfFormat))
}
