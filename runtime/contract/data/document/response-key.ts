import {
  isSuccessKey,
  mayRefuseFor,
  type OperationDescriptor,
  type ParameterDescriptor,
  type ResponseDescriptor,
  refusalCertainty,
  responseKeyFor,
  type SelectedMedia,
  selectedMedia,
  successContents,
} from '@concordat/runtime/http'
import { type SchemaScope, schemaIn } from './schema-in.ts'

/** One entry in `responses`, with its key. */
export interface DocumentedResponse {
  readonly key: string
  readonly response: ResponseDescriptor
}

/**
 * Documented response for a status: first by exact code, then by range, then `default`.
 * @see OpenAPI 3.1.1, Responses Object
 */
export function documentedResponseFor(
  operation: OperationDescriptor,
  status: number,
): DocumentedResponse | undefined {
  const key = responseKeyFor(operation.responses, status)
  const response = key === undefined ? undefined : operation.responses[key]
  return key === undefined || response === undefined ? undefined : { key, response }
}

/** Keys in `responses` that document client errors, whatever these are about. */
export function clientErrorKeys({ responses }: Pick<OperationDescriptor, 'responses'>): readonly string[] {
  return Object.keys(responses).filter((key) => /^4|^default$/.test(key))
}

/** True for an undocumented client error status. If the document lists no responses, it excludes none. */
export function isUndocumentedClientError(operation: OperationDescriptor, status: number): boolean {
  const isClientError = status >= 400 && status < 500
  return (
    isClientError &&
    Object.keys(operation.responses).length > 0 &&
    documentedResponseFor(operation, status) === undefined
  )
}

/** Keys in `responses` to expect instead of an undocumented client error: those of client errors, if any. */
export function keysInsteadOfClientError(operation: OperationDescriptor): readonly string[] {
  const refusals = clientErrorKeys(operation)
  return refusals.length > 0 ? refusals : Object.keys(operation.responses)
}

/**
 * True if the document declares this error status, but none of the usual ones for an item that is missing or
 * belongs to another caller. In that case, this status reveals no more than a usual one would.
 */
export function isOnlyDocumentedRefusal(operation: OperationDescriptor, status: number): boolean {
  const { responses } = operation
  const key = String(status)
  const isUsual = (other: string): boolean =>
    other !== key && refusalCertainty(operation, Number(other), 'absence') !== undefined
  return (
    mayRefuseFor(status, 'content', 'absence') &&
    Object.hasOwn(responses, key) &&
    !Object.keys(responses).some(isUsual)
  )
}

/** Keys in `responses` that denote success, including redirects. */
export function documentedSuccessKeys({ responses }: OperationDescriptor): readonly string[] {
  const keys = Object.keys(responses)
  return keys.filter((key) => /^3/.test(key) || isSuccessKey(key, keys))
}

/** True if a key in `responses`, such as "404", "4XX" or "default", includes the status. */
export function documentedKeyMatches(key: string, status: number): boolean {
  return key === 'default' || key === String(status) || key.toUpperCase() === `${Math.floor(status / 100)}XX`
}

/**
 * True for a documented 405, which means that the server's settings disable the operation for every caller.
 */
export function isResponseSwitchedOff({ responses }: OperationDescriptor, status: number): boolean {
  return status === 405 && responses['405'] !== undefined
}

/** True if the document has a status for the replacement of what a PUT names, as opposed to its creation. */
export function documentsReplacement({ responses }: Pick<OperationDescriptor, 'responses'>): boolean {
  return ['200', '204'].some((status) => responses[status] !== undefined)
}

/** True if the document allows a response that tells of a creation. */
export function documentsCreation({ responses }: Pick<OperationDescriptor, 'responses'>): boolean {
  return (responses['201'] ?? responses['2XX']) !== undefined
}

/**
 * True if a response shows that a PUT created the item at its path, and the document allows this.
 * @see RFC 9110, 9.3.4
 */
export function isMadeByPut(operation: OperationDescriptor, status: number): boolean {
  return operation.method === 'PUT' && status === 201 && documentsCreation(operation)
}

/** A query parameter, and the media types that its values select. */
export interface FormatParameter {
  readonly parameter: ParameterDescriptor
  readonly selected: readonly SelectedMedia[]
}

/**
 * Parameters whose values are named like media types of the response, such as `format=csv` for "text/csv".
 */
export function formatParameters(
  operation: OperationDescriptor,
  document: SchemaScope,
): readonly FormatParameter[] {
  const types = successContents(operation).map(({ type }) => type)
  return (operation.parameters ?? []).flatMap((parameter) => {
    const values = schemaIn(document, parameter.schema).values.listed ?? []
    const selected = parameter.in === 'query' ? selectedMedia(values, types) : []
    return selected.length === 0 ? [] : [{ parameter, selected }]
  })
}
