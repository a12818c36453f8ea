import type {
  PagesDescriptor,
  ParameterDescriptor,
  RequestBodyDescriptor,
  StreamDescriptor,
} from '../../http/operation.ts'
import type { ServerDescriptor } from '../../http/uri/server-url.ts'

/**
 * Description of one operation for a client. Data only, printed by the generator; functions that only some
 * operations need are its `Parts`.
 */
export interface ClientOperation {
  readonly operationId: string
  /** Upper case; an additional one of the document as it is written there. */
  readonly method: string
  /** Path template as the document has it: "/pets/{petId}", "/files/{+path}?alt=media#stream". */
  readonly path: string
  /** Server of an operation that does not use the document's, beside the part `server`. */
  readonly server?: ServerDescriptor
  /** Documented statuses, separated by spaces: "200 4XX default". */
  readonly statuses: string
  /**
   * Successes without a body, "201 202", where others have one. Absent: none but those that never have one.
   */
  readonly empty?: string
  /**
   * The `Accept` header of a call: of each response its JSON media types, or all where it has no JSON.
   * Absent: "application/json"; empty: no answer has content, and there is no such header.
   */
  readonly accept?: string
  /** The `Accept` header of `result`, where that accepts more. */
  readonly acceptAny?: string
  /** Names of the security schemes that a call needs; any one list suffices. */
  readonly security?: readonly (readonly string[])[]
  /** Parameters that are not written in OpenAPI's default style. */
  readonly parameters?: readonly ParameterDescriptor[]
  /** Absent where the requestBody is `application/json`, or where there is none. */
  readonly body?: RequestBodyDescriptor
  /** Media types of successes that are read item by item. */
  readonly streams?: Readonly<Record<string, StreamDescriptor>>
  /**
   * Statuses whose body is octets whatever its media type, and for each the media types and ranges that are
   * read as their own type.
   */
  readonly octets?: Readonly<Record<string, readonly string[]>>
  /** Present for a list whose pages can all be read. */
  readonly pages?: PagesDescriptor
  /** The header of the document that makes a call repeatable whatever its method. */
  readonly idempotencyHeader?: string
}

/** True if a status is among those of a descriptor: exactly, by its range, or by `default`. */
export function isDocumented(statuses: string, status: number): boolean {
  const text = `${status}`
  return [text, `${text[0]}XX`, 'default'].some((one) => statuses.includes(one))
}
