/**
 * Names that users of generated code can import themselves. The outer key is the runtime entry that the
 * generated code imports, and the inner key is the entry that exports the names.
 */
export const NAMES_BY_HAND: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  './client': {
    './client': [
      'ApiError',
      'CallOptions',
      'Client',
      'ClientError',
      'ClientOptions',
      'FormatError',
      'MediaTypeError',
      'Middleware',
      'NetworkError',
      'PaginationError',
      'ParseError',
      'TimeoutError',
      'ValidationError',
      'createClient',
      'downloadProgress',
      'refresh',
      'retry',
      'uploadProgress',
      'validate',
    ],
  },
  './server': {
    './server': ['HttpProblem', 'toFetch', 'toIncoming'],
    './server/node': ['fastifyPlugin', 'nodeHandler', 'serve'],
  },
}
