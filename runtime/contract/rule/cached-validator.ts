import type { DocumentDescriptor } from '@concordat/runtime/http'
import { linearPattern } from '@concordat/runtime/linear-pattern'
import { createValidator } from '@concordat/runtime/schema'
import type { ValidateSchema } from './check.ts'

/** Issues of one answer that are looked at: enough for one fault in each item of a long page, and for others beside it. */
const MAX_ISSUES = 1000

/** Compiles each schema of a document once. */
export function cachedValidator({ definitions }: Pick<DocumentDescriptor, 'definitions'>): ValidateSchema {
  const compile = createValidator(definitions, {
    maxIssues: MAX_ISSUES,
    compilePattern: linearPattern({ tooLong: 'accept' }),
  })
  const known = new Map<unknown, ReturnType<ValidateSchema>>()
  return (schema) => {
    const compiled = known.get(schema) ?? compile(schema)
    known.set(schema, compiled)
    return compiled
  }
}
