/**
 * The package entry `@concordat/runtime/client`, with everything that generated clients and their users
 * import.
 */

export { parseExactJson } from '../http/json/exact-json.ts'
export { SerializationError } from '../http/style/serialization-error.ts'
export { readOctets } from './bodies/read-octets.ts'
export { readText } from './bodies/read-text.ts'
export { writeBody, writeFormBody, writeWhole } from './bodies/write-body.ts'
export { writeFields } from './bodies/write-fields.ts'
export { writeJson } from './bodies/write-json.ts'
export type {
  Call,
  CallOptions,
  Client,
  ClientOptions,
  DefaultedClientOptions,
  Middleware,
  Next,
  Parts,
  Sending,
} from './call/call.ts'
export type { ClientOperation } from './call/client-operation.ts'
export { type ClientDocument, createClient } from './call/create-client.ts'
export { fillServer } from './call/fill-server.ts'
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
} from './credentials/credentials.ts'
export {
  type AnswerIssue,
  ApiError,
  ClientError,
  FormatError,
  MediaTypeError,
  NetworkError,
  PaginationError,
  ParseError,
  SizeError,
  TimeoutError,
  ValidationError,
} from './errors/errors.ts'
export { clientFormats, plainFormats } from './formats/formats.ts'
export { formattedHeaders } from './formats/formatted-headers.ts'
export { limitResponses } from './middlewares/limit-responses.ts'
export { downloadProgress, type Progress, uploadProgress } from './middlewares/progress.ts'
export { refresh } from './middlewares/refresh.ts'
export { type RetryOptions, retry } from './middlewares/retry.ts'
export { type AnswerSchemas, type AnySchema, type ValidateOptions, validate } from './middlewares/validate.ts'
export { bindOperations } from './operations/bind-operations.ts'
export {
  defineOperation,
  type ListOperation,
  type Operation,
} from './operations/define-operation.ts'
export { type GroupDefaults, type OperationLine, operationGroup } from './operations/operation-group.ts'
export { countItems } from './pages/count-items.ts'
export {
  bodyMembers,
  countedMembers,
  headerMembers,
  lastItemMembers,
  linksMembers,
} from './pages/members-by-style.ts'
export { pageUrl } from './pages/page-url.ts'
export { rangeMembers } from './pages/range-members.ts'
export { clientNames, type ParameterNames } from './parameters/client-names.ts'
export { writeJoinedQuery } from './parameters/write-joined-query.ts'
export { writeJsonQuery } from './parameters/write-json-query.ts'
export {
  writeCookies,
  writeHeaders,
  writePath,
  writeQuery,
  writeQuerystring,
} from './parameters/write-parameters.ts'
export { writePlainHeaders } from './parameters/write-plain-headers.ts'
export { type CallbackExchange, callbackUrl } from './sending/callback-url.ts'
export { checkMediaType } from './sending/check-media-type.ts'
export { ownServer } from './sending/own-server.ts'
export { refuseToSend } from './sending/refuse-to-send.ts'
export { deadline } from './stream/deadline.ts'
export { readItems } from './stream/read-items.ts'
export { writeItems } from './stream/write-items.ts'
