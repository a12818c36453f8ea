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

/** An entity tag that no item has. */
export const OTHER_TAG = '"other-0"'

/** Maximum number of languages to request. */
const MOST_LANGUAGES = 4

/**
 * The languages that the document specifies: the header's choices or the languages in its examples, and the
 * choices of the `Content-Language` of its responses.
 */
export function requestLanguages(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): readonly string[] {
  const header = headerParameter(operation, 'accept-language')
  if (operation.method !== 'GET' || header === undefined) return []
  const { enum: choices, examples = [], example, default: usual } = schemaIn(document, header.schema).keywords
  const stated = choices ?? [...examples, example, usual]
  const tags = [...stated, ...answeredLanguages(operation, document)]
    .filter((one) => typeof one === 'string')
    .flatMap((one) => one.split(',').map((range) => range.replace(/;.*/s, '').trim()))
  return [...new Set(tags)].filter((tag) => TAG.test(tag)).slice(0, MOST_LANGUAGES)
}

function answeredLanguages(
  { responses }: OperationDescriptor,
  document: DocumentDescriptor,
): readonly unknown[] {
  return Object.values(responses).flatMap(({ headers = {} }) =>
    Object.entries(headers).flatMap(([name, { schema }]) =>
      schema !== undefined && name.toLowerCase() === 'content-language'
        ? (schemaIn(document, schema).keywords.enum ?? [])
        : [],
    ),
  )
}

/** A single language tag. @see RFC 5646, 2.1 */
const TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
