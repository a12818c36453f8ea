import { isIpv6 } from './host.ts'

/**
 * The parts of a reference, each free of the characters that end it: no part can be read in two ways.
 * @see RFC 3986, appendix B
 */
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su
const SCHEME = /^[a-z][a-z0-9+.-]*$/i
const AUTHORITY = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@]*)(?::(\d*))?$/su
const FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i

interface Characters {
  readonly user: RegExp
  readonly host: RegExp
  readonly path: RegExp
  readonly query: RegExp
  readonly fragment: RegExp
}

/** @param letters what may stand unescaped beside the characters of RFC 3986; @param inQuery the same, in a query alone. */
function characters(letters: string, inQuery: string): Characters {
  const only = (more: string) =>
    new RegExp(`^(?:[\\w.~!$&'()*+,;=${letters}${more}-]|%[\\da-fA-F]{2})*$`, 'u')
  return {
    user: only(':'),
    host: only(''),
    path: only(':@/'),
    query: only(`:@/?${inQuery}`),
    fragment: only(':@/?'),
  }
}

const ASCII = characters('', '')
/** @see RFC 3987, section 2.2, ucschar and iprivate */
const UNICODE = characters(
  '\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{efffd}',
  '\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{10fffd}',
)

/** With a scheme. @see RFC 3986, section 3 */
export function isUri(text: string): boolean {
  return isReference(text, { characters: ASCII, absolute: true })
}

/** @see RFC 3986, section 4.1 */
export function isUriReference(text: string): boolean {
  return isReference(text, { characters: ASCII, absolute: false })
}

/** @see RFC 3987, section 2.2 */
export function isIri(text: string): boolean {
  return isReference(text, { characters: UNICODE, absolute: true })
}

/** @see RFC 3987, section 2.2 */
export function isIriReference(text: string): boolean {
  return isReference(text, { characters: UNICODE, absolute: false })
}

function isReference(
  text: string,
  { characters: allowed, absolute }: { characters: Characters; absolute: boolean },
): boolean {
  const [matched, scheme, authority, path = '', query = '', fragment = ''] = PARTS.exec(text) ?? []
  if (matched === undefined) return false
  // A relative path's first segment has no colon, or it would be a scheme: "1a:b" is neither.
  if (scheme === undefined ? absolute || /^[^/]*:/.test(path) : !SCHEME.test(scheme)) return false
  if (authority !== undefined && !isAuthority(authority, allowed)) return false
  return allowed.path.test(path) && allowed.query.test(query) && allowed.fragment.test(fragment)
}

function isAuthority(text: string, allowed: Characters): boolean {
  const [matched, user = '', host = ''] = AUTHORITY.exec(text) ?? []
  if (matched === undefined || !allowed.user.test(user)) return false
  if (!host.startsWith('[')) return allowed.host.test(host)
  const literal = host.slice(1, -1)
  return isIpv6(literal) || FUTURE.test(literal)
}
