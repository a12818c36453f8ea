import type {
  PagesDescriptor,
  ParameterDescriptor,
  RequestBodyDescriptor,
  SecurityRequirement,
} from '../http/operation.ts'

/** What a client knows of one operation. Data only, printed by the generator. */
export interface ClientOperation {
  readonly operationId: string
  /** Upper case; an additional one of the document as it is written there. */
  readonly method: string
  /** Path template as the document has it: "/pets/{petId}", "/files/{+path}?alt=media#stream". */
  readonly path: string
  readonly parameters?: readonly ParameterDescriptor[]
  /** The `Accept` header of a call: of each response its JSON media types, or all where it has no JSON. */
  readonly accept?: string
  /** The `Accept` header of `result`, where that takes more. */
  readonly acceptAny?: string
  /** Documented statuses: "200", a range "4XX", or "default". */
  readonly statuses: readonly string[]
  readonly security?: readonly SecurityRequirement[]
  /** Absent when the operation has no requestBody. */
  readonly body?: RequestBodyDescriptor
  /** Present for a list of which every page can be read. */
  readonly pages?: PagesDescriptor
}

/** The request of any operation. The generated types say which of it one operation has. */
export interface OperationRequest {
  readonly path?: object
  readonly query?: object
  readonly querystring?: object
  readonly header?: object
  readonly cookie?: object
  readonly body?: unknown
  readonly mediaType?: string
}

/** True when the document declares the status: exactly, by its range, or by `default`. */
export function isDocumented(statuses: readonly string[], status: number): boolean {
  const range = `${Math.floor(status / 100)}XX`
  return statuses.some((key) => key === String(status) || key.toUpperCase() === range || key === 'default')
}
