/** The package entry `@concordat/runtime/client`: what generated clients and their users import. */

export { SerializationError } from '../http/serialization-error.ts'
export { serializeQuerystring } from '../http/serialize-parameter.ts'
export { bindOperations } from './bind-operations.ts'
export type { Call, Sending } from './call.ts'
export { checkMediaType } from './check-media-type.ts'
export type { ClientOperation } from './client-operation.ts'
export {
  type CallOptions,
  type Client,
  type ClientDocument,
  type ClientOptions,
  createClient,
  type DefaultedClientOptions,
} from './create-client.ts'
export {
  type Credential,
  type CredentialRequest,
  type SecurityScheme,
  type UserCredential,
  writeCookieKey,
  writeHeaderKey,
  writeQueryKey,
  writeToken,
  writeUser,
} from './credentials.ts'
export {
  defineOperation,
  type ListOperation,
  type Operation,
} from './define-operation.ts'
export {
  type AnswerIssue,
  ApiError,
  ClientError,
  FormatError,
  MediaTypeError,
  NetworkError,
  PaginationError,
  ParseError,
  TimeoutError,
  ValidationError,
} from './errors.ts'
export { clientFormats } from './formats.ts'
export type { Middleware, Next } from './middleware.ts'
export { downloadProgress, type Progress, uploadProgress } from './middlewares/progress.ts'
export { refresh } from './middlewares/refresh.ts'
export { type RetryOptions, retry } from './middlewares/retry.ts'
export { type AnswerSchemas, type AnySchema, type ValidateOptions, validate } from './middlewares/validate.ts'
export { type GroupDefaults, type OperationLine, operationGroup } from './operation-group.ts'
export { listMembers } from './paginate.ts'
export type { Parts, WrittenParameters } from './parts.ts'
export { refuseToSend } from './refuse-to-send.ts'
export { deadline } from './stream/deadline.ts'
export { readItems } from './stream/read-items.ts'
export { writeItems } from './stream/write-items.ts'
export { writeBody } from './write-body.ts'
export { writeParameters } from './write-parameters.ts'
