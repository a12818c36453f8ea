/** The package entry `@concordat/runtime/client`: what generated clients and their users import. */

export { SerializationError } from '../http/serialization-error.ts'
export { serializeQuerystring } from '../http/serialize-parameter.ts'
export { bindOperations } from './bind-operations.ts'
export type { ClientOperation } from './client-operation.ts'
export {
  type CallOptions,
  type Client,
  type ClientDocument,
  type ClientOptions,
  createClient,
  type DefaultedClientOptions,
} from './create-client.ts'
export type { Credential, CredentialRequest, UserCredential } from './credentials.ts'
export {
  defineOperation,
  type ListOperation,
  type Operation,
} from './define-operation.ts'
export {
  ApiError,
  ClientError,
  MediaTypeError,
  NetworkError,
  PaginationError,
  ParseError,
  TimeoutError,
} from './errors.ts'
export type { Middleware, Next } from './middleware.ts'
export { listMembers } from './paginate.ts'
export type { Parts } from './parts.ts'
