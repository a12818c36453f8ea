/** The package entry `@concordat/runtime/http`, shared by client, server and contract tests. */

export { GatheredBytes } from './bounded/gathered-bytes.ts'
export { idempotencyKeyOf, isIdempotencyKey } from './idempotency-key.ts'
export { exactAt, rawJson } from './json/exact-json.ts'
export { acceptance } from './media/acceptance.ts'
export { isFileContent } from './media/file-content.ts'
export { boundaryOf } from './media/media-parameter.ts'
export {
  isJson,
  isJsonPatch,
  isMediaRange,
  isMultipart,
  isTextMediaType,
  isXml,
  keepMediaTypes,
  matchContent,
  matchesMediaType,
  mediaTypeEssence,
  mediaTypeInRange,
  URL_ENCODED_FORM,
} from './media/media-type.ts'
export { isSetBySender } from './media/message-headers.ts'
export { type SelectedMedia, selectedMedia } from './media/selected-media.ts'
export { isIdempotent, isSafe, METHODS, type Method, mayHaveBody } from './method.ts'
export { describePart, dispositionOf, type Part } from './multipart/part.ts'
export { PartsWriter } from './multipart/parts-writer.ts'
export { namedParts } from './multipart/serialize-multipart.ts'
export type * from './operation.ts'
export { followingPage } from './pages/following.ts'
export { isPaged, pageSelectors, pagingParameters } from './pages/page-parameters.ts'
export { PAGE_STYLES, pageStyle } from './pages/page-styles.ts'
export { linkTo, nextLink } from './pages/reading/link-header.ts'
export type { Following, ReadPage } from './pages/reading/read-page.ts'
export type { PageStyle, PageToWrite, Written } from './pages/styles/style.ts'
export { assertRange, RANGE } from './range.ts'
export {
  documentedRefusals,
  mayRefuseFor,
  type RefusalSubject,
  refusalCertainty,
  refusesFor,
  usuallyRefusesFor,
} from './refusal.ts'
export { retryAfterMs } from './retry-after.ts'
export { serializeBody, serializeForm } from './serialize-body.ts'
export {
  serializeCookies,
  serializeHeaders,
  serializePath,
  serializeQuery,
  serializeQuerystring,
} from './serialize-parameter.ts'
export * from './status.ts'
export { type ItemEncoder, itemEncoder, type StreamMedia } from './stream/encode-stream.ts'
export { type ItemDecoder, itemDecoder } from './stream/item-decoder.ts'
export { ItemError } from './stream/item-error.ts'
export {
  type ServerSentEvent,
  type StreamFormat,
  streamFormat,
} from './stream/stream.ts'
export { styleOf } from './style/parameter-style.ts'
export { SerializationError } from './style/serialization-error.ts'
export {
  documentedSuccesses,
  jsonMedia,
  successContents,
  successMedia,
  successResponse,
  successSchema,
} from './success.ts'
export { decodedPart } from './uri/encode.ts'
export { pathOnly, resourcePath, templateNames } from './uri/path-template.ts'
export { evaluateExpression } from './uri/runtime-expression.ts'
export { type ServerDescriptor, serverOn, serverPath } from './uri/server-url.ts'
export { isReadByGet, operationAsWritten } from './written.ts'
