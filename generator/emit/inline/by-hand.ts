/**
 * Imports by hand for users of generated code that imports an entry of the runtime: by that entry, the
 * entries and their names.
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
