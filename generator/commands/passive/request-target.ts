/**
 * Path and query of a request target in any form.
 * @returns `undefined` for a target without a path: CONNECT and "*".
 * @see RFC 9112, 3.2
 */
export function proxiedPathAndQuery(target: string): Pick<URL, 'pathname' | 'search'> | undefined {
  if (!target.startsWith('/'))
    return /^https?:\/\//i.test(target) && URL.canParse(target) ? new URL(target) : undefined
  const mark = target.indexOf('?')
  return mark === -1
    ? { pathname: target, search: '' }
    : { pathname: target.slice(0, mark), search: target.slice(mark) }
}
