import type { DocumentDescriptor } from '@concordat/runtime/http'
import { breaksOnlyFormat } from '../data/document/of-format.ts'
import { documentValidator } from '../data/document/schema-in.ts'
import type { ValidateSchema } from './check.ts'

/**
 * Maximum number of issues that are collected for one response: enough for one fault in each item of a long
 * page, and a few more.
 */
const MAX_ISSUES = 1000

/**
 * Compiles each of a document's schemas once. If formats are only annotations, a value that violates one is
 * considered valid.
 */
export function rulesValidator(
  document: Pick<DocumentDescriptor, 'definitions' | 'formats'>,
): ValidateSchema {
  const validator = documentValidator(document, MAX_ISSUES)
  if (document.formats !== 'annotate') return validator
  return (schema) => {
    const validate = validator(schema)
    return (value) => validate(value).filter((issue) => !breaksOnlyFormat(issue))
  }
}
