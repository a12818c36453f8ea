import type { DocumentDescriptor, OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { schemaIn } from '../../data/document/schema-in.ts'

/** Finds the documented header parameter with a given name, which must be in lower case. */
export function headerParameter(
  { parameters = [] }: OperationDescriptor,
  name: string,
): ParameterDescriptor | undefined {
  return parameters.find((parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === name)
}

/** Matches any state of the item. @see RFC 9110, 13.1.1 */
export const ANY_TAG = '*'

/** Maximum number of languages to request. */
const MOST_LANGUAGES = 4

/** The languages that the document specifies for the header: its choices or its examples. */
export function requestLanguages(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): readonly string[] {
  const header = headerParameter(operation, 'accept-language')
  if (operation.method !== 'GET' || header === undefined) return []
  const { enum: choices, examples = [], example, default: usual } = schemaIn(document, header.schema).keywords
  const shown = (choices ?? [...examples, example, usual]).filter((one) => typeof one === 'string')
  return [...new Set(shown)].filter((tag) => TAG.test(tag)).slice(0, MOST_LANGUAGES)
}

/** A single language tag. @see RFC 5646, 2.1 */
const TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
