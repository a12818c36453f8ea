import type { SerializedBody } from '../http/serialize-body.ts'
import type { ClientOperation } from './client-operation.ts'
import type { CallOptions, Client } from './create-client.ts'
import type { Outgoing } from './credentials.ts'
import type { CallContext } from './errors.ts'
import type { Parts, WrittenParameters } from './parts.ts'

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

/** One call of an operation. */
export interface Call {
  readonly client: Client
  readonly operation: ClientOperation
  readonly parts: Parts
  readonly request: OperationRequest
  readonly options: CallOptions<string>
  /** The `Accept` header; empty: none. */
  readonly accept: string
  /** Replaces path and query: the next page of a list, on the same origin. */
  readonly url?: string | undefined
}

/** A call that is written out and on its way. Its `url` is without the credentials. */
export interface Sending extends CallContext {
  readonly call: Call
  readonly parameters: WrittenParameters
  readonly body: SerializedBody | undefined
  /** URL and headers as they were first sent, credentials included. */
  outgoing?: Outgoing
  /** The time limit of the last attempt. */
  timeout?: AbortSignal
}
