import type { Answer } from '../data/exchange/answer.ts'

/** Seconds for which a shared cache may reuse the response; `undefined` if it states no lifetime. */
function lifetimeOf(directives: ReadonlyMap<string, string>, headers: Headers): number | undefined {
  const stated = directives.get('s-maxage') ?? directives.get('max-age')
  if (stated !== undefined) return Number(stated)
  const expires = headers.get('expires')
  if (expires === null) return undefined
  const made = Date.parse(headers.get('date') ?? '')
  return (Date.parse(expires) - made) / 1000
}

/** @see RFC 9111, 5.2 */
function directivesOf(headers: Headers): ReadonlyMap<string, string> {
  const parts = (headers.get('cache-control') ?? '').toLowerCase().split(',')
  return new Map(
    parts.map((part) => {
      const [name = '', value = ''] = part.split('=')
      return [name.trim(), value.trim().replaceAll('"', '')]
    }),
  )
}

/**
 * True if the headers of a response allow a cache to reuse it without asking the server again. A response
 * without a stated lifetime counts only if it is `public`.
 * @see RFC 9111, 3 and 4.2
 */
export function isReusableByCache({ headers }: Pick<Answer, 'headers'>): boolean {
  const directives = directivesOf(headers)
  if (directives.has('no-store') || directives.has('no-cache')) return false
  const lifetime = lifetimeOf(directives, headers)
  return lifetime === undefined ? directives.has('public') : lifetime > 0
}

/**
 * True if a cache may reuse a response for other callers, although the request had a credential in these
 * headers.
 * @see RFC 9111, 3.5
 */
export function isSharedByCache({ headers }: Pick<Answer, 'headers'>, carriers: readonly string[]): boolean {
  const directives = directivesOf(headers)
  const isMeant = ['public', 's-maxage', 'must-revalidate'].some((name) => directives.has(name))
  return (
    isReusableByCache({ headers }) &&
    !directives.has('private') &&
    (isMeant || !carriers.includes('authorization')) &&
    !carriers.some((name) => variesInCache({ headers }, name))
  )
}

/** True if `Vary` contains a request header or "*". @see RFC 9110, 12.5.5 */
export function variesInCache({ headers }: Pick<Answer, 'headers'>, header: string): boolean {
  const named = (headers.get('vary') ?? '').toLowerCase().split(',')
  return named.some((one) => ['*', header.toLowerCase()].includes(one.trim()))
}
