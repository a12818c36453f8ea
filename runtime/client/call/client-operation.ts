import type {
  PagesDescriptor,
  ParameterDescriptor,
  RequestBodyDescriptor,
  StreamDescriptor,
} from '../../http/operation.ts'
import type { ServerDescriptor } from '../../http/uri/server-url.ts'

/**
 * An operation, for a client. Data only, printed by the generator; functions that only some operations need
 * are in `Parts`.
 */
export interface ClientOperation {
  readonly operationId: string
  /** Upper case; an additional method as written in the document. */
  readonly method: string
  /** Path template from the document: "/pets/{petId}", "/files/{+path}?alt=media#stream". */
  readonly path: string
  /** The operation's own server, for the part `server`. */
  readonly server?: ServerDescriptor
  /** Documented statuses, separated by spaces: "200 4XX default". */
  readonly statuses: string
  /** Successes without a body, "201 202", if others have one. Absent: only those that never have one. */
  readonly empty?: string
  /**
   * The `Accept` header of a call: the JSON media types of each response, or all if it has no JSON. Absent:
   * "application/json"; empty: no header, since no answer has content.
   */
  readonly accept?: string
  /** The `Accept` header of `result`, if it accepts more. */
  readonly acceptAny?: string
  /** Names of the security schemes that a call needs; any one list suffices. */
  readonly security?: readonly (readonly string[])[]
  /** Parameters that do not use OpenAPI's default style. */
  readonly parameters?: readonly ParameterDescriptor[]
  /** Absent if the requestBody is `application/json`, or there is none. */
  readonly body?: RequestBodyDescriptor
  /** Media types of successes that are read item by item. */
  readonly streams?: Readonly<Record<string, StreamDescriptor>>
  /**
   * Statuses with octets whatever the media type, each with the media types and ranges that are read as
   * usual.
   */
  readonly octets?: Readonly<Record<string, readonly string[]>>
  /** Present for a list whose pages can all be read. */
  readonly pages?: PagesDescriptor
  /** The header that, by the document, makes a call repeatable whatever its method. */
  readonly idempotencyHeader?: string
}

/** True if a status is among those of a descriptor: exactly, by its range, or by `default`. */
export function isDocumentedStatus(statuses: string, status: number): boolean {
  const text = `${status}`
  return [text, `${text[0]}XX`, 'default'].some((one) => statuses.includes(one))
}
