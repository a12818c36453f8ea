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
