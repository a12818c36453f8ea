/** Path and query of a request, both raw. The query does not include the "?". */
export interface RequestTarget {
  readonly pathname: string
  readonly query: string
}

/**
 * Splits a request's URL, which the Request has already made absolute and free of dot segments. Parsing it
 * again with `URL` would take longer than all of routing.
 */
export function requestTarget(url: string): RequestTarget {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const hash = url.indexOf('#', start)
  const end = hash === -1 ? url.length : hash
  const mark = url.indexOf('?', start)
  if (mark === -1 || mark > end) return { pathname: url.slice(start, end), query: '' }
  return { pathname: url.slice(start, mark), query: url.slice(mark + 1, end) }
}
