import {
  isSuccessKey,
  mayRefuseFor,
  type OperationDescriptor,
  type ResponseDescriptor,
  refusalCertainty,
  responseKeyFor,
} from '@concordat/runtime/http'

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

/**
 * A phrase such as "one of the documented 4xx statuses, 404 or 422," for an undocumented client error status.
 * Lists other statuses only if no 4xx status is documented. `undefined` for any other status, or if the
 * document lists no responses.
 */
export function documentedInstead(operation: OperationDescriptor, status: number): string | undefined {
  const all = Object.keys(operation.responses)
  if (status < 400 || status >= 500 || documentedResponseFor(operation, status) !== undefined)
    return undefined
  const refusals = all.filter((key) => !/^[1235]/.test(key))
  const keys = refusals.length > 0 ? refusals : all
  if (keys.length === 0) return undefined
  const list = [keys.slice(0, -1).join(', '), keys.at(-1)].filter((part) => part !== '').join(' or ')
  const kind = refusals.length > 0 ? '4xx ' : ''
  return keys.length === 1
    ? `the only documented ${kind}status, ${list},`
    : `one of the documented ${kind}statuses, ${list},`
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

/**
 * True if a response shows that a PUT created the item at its path, and the document allows this.
 * @see RFC 9110, 9.3.4
 */
export function isMadeByPut({ method, responses }: OperationDescriptor, status: number): boolean {
  return method === 'PUT' && status === 201 && (responses['201'] ?? responses['2XX']) !== undefined
}
