import type { DocumentDescriptor } from '@concordat/runtime/http'
import { linearPattern } from '@concordat/runtime/linear-pattern'
import { createValidator, type Validate } from '@concordat/runtime/schema'
import { isOfFormat } from '../data/document/of-format.ts'
import type { ValidateSchema } from './check.ts'

/**
 * Issues of one answer that are looked at: enough for one fault in each item of a long page, and for others
 * beside it.
 */
const MAX_ISSUES = 1000

/** Compiles each schema of a document once. A value that breaks a mere annotation is valid. */
export function cachedValidator({
  definitions,
  formats,
}: Pick<DocumentDescriptor, 'definitions' | 'formats'>): ValidateSchema {
  const compile = createValidator(definitions, {
    maxIssues: MAX_ISSUES,
    compilePattern: linearPattern({ tooLong: 'accept' }),
  })
  const known = new Map<unknown, Validate>()
  return (schema) => {
    const compiled = known.get(schema) ?? compile(schema)
    known.set(schema, compiled)
    return formats === 'annotate'
      ? (value) => compiled(value).filter((issue) => !isOfFormat(issue))
      : compiled
  }
}
