/**
 * Names that users of generated code may import themselves, by entry. The table is keyed by the runtime entry
 * that the generated code imports.
 */
export const BY_HAND: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
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
