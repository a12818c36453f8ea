import type {
  PagesDescriptor,
  ParameterDescriptor,
  RequestBodyDescriptor,
  StreamDescriptor,
} from '../../http/operation.ts'
import type { ServerDescriptor } from '../../http/uri/server-url.ts'

/**
 * An operation as data for a client, printed by the generator. Functions that only some operations need are
 * in `Parts`.
 */
export interface ClientOperation {
  readonly operationId: string
  /** The method in upper case; an additional method as the document writes it. */
  readonly method: string
  /** Path template from the document, such as "/pets/{petId}" or "/files/{+path}?alt=media#stream". */
  readonly path: string
  /** The operation's own server, used by `Parts.server`. */
  readonly server?: ServerDescriptor
  /** Documented statuses, separated by spaces, such as "200 4XX default". */
  readonly statuses: string
  /**
   * Success statuses without a body, such as "201 202". Statuses that never allow a body are omitted. Absent
   * if no status remains, or if no response has a body.
   */
  readonly empty?: string
  /**
   * The `Accept` header for a call: each response's JSON media types, or all its media types if it has no
   * JSON. If absent, the header is "application/json". If empty, no header is sent, because no response has
   * content.
   */
  readonly accept?: string
  /** The `Accept` header for `result`, if `result` accepts more media types than a plain call. */
  readonly acceptAny?: string
  /** Lists of names of security schemes. A call needs all the schemes in any one of the lists. */
  readonly security?: readonly (readonly string[])[]
  /** Parameters that need more than their names and OpenAPI's default style. */
  readonly parameters?: readonly ParameterDescriptor[]
  /** Absent if the request body is `application/json`, or if there is none. */
  readonly body?: RequestBodyDescriptor
  /** Media types of successful responses that are read item by item. */
  readonly streams?: Readonly<Record<string, StreamDescriptor>>
  /**
   * Statuses whose bodies are octets regardless of the media type. Each has a list of media types and ranges
   * that are exceptions, and are read as usual.
   */
  readonly octets?: Readonly<Record<string, readonly string[]>>
  /** Present for a list whose pages can all be read. */
  readonly pages?: PagesDescriptor
  /** The header that, according to the document, makes a call repeatable regardless of its method. */
  readonly idempotencyHeader?: string
}

/** True if the descriptor documents a status: exactly, by its range, or by `default`. */
export function isDocumentedStatus(statuses: string, status: number): boolean {
  const text = `${status}`
  return [text, `${text[0]}XX`, 'default'].some((one) => statuses.includes(one))
}
