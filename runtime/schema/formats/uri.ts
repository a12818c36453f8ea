import { isIpv6 } from './host.ts'

interface Alphabet {
  /** Characters allowed unescaped in addition to those of RFC 3986. */
  readonly letters: string
  /** Characters also allowed unescaped, but only in queries. */
  readonly inQuery: string
}

const ASCII: Alphabet = { letters: '', inQuery: '' }
/** @see RFC 3987, section 2.2, ucschar and iprivate */
const UNICODE: Alphabet = {
  letters: String.raw`\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}`,
  inQuery: String.raw`\u{e000}-\u{f8ff}\u{f0000}-\u{10fffd}`,
}

/**
 * Finds invalid escapes. They are checked separately, because the JavaScript engine records each repetition
 * of a group, and a string with many escapes would overflow its stack.
 */
const NO_ESCAPE = /%(?![\da-f]{2})/i

/**
 * Creates a pattern for references. Its first group captures the content of an IP literal. A percent sign
 * counts as a letter. Each delimiter ends the part before it, so a string can match in only one way.
 * @see RFC 3986, appendix A
 */
function referencePattern({ letters, inQuery }: Alphabet, start: string): RegExp {
  const text = (more: string) => String.raw`[\w.~!$&'()*+,;=%${letters}${more}\-]*`
  const authority = String.raw`(?:${text(':')}@)?(?:\[([^\]]*)\]|${text('')})(?::\d*)?(?=[\/?#]|$)`
  const segments = text(String.raw`:@\/`)
  const query = text(String.raw`:@\/?${inQuery}`)
  const fragment = text(String.raw`:@\/?`)
  return new RegExp(
    String.raw`^${start}(?:\/\/${authority}|(?!\/\/))${segments}(?:\?${query})?(?:#${fragment})?$`,
    'u',
  )
}

const SCHEME = String.raw`[A-Za-z][A-Za-z\d+.\-]*:`
/**
 * The first segment of a relative path contains no colon; otherwise the text before the colon would be a
 * scheme.
 */
const NO_SCHEME = String.raw`(?![^\/?#]*:)`
const URI = /* @__PURE__ */ referencePattern(ASCII, SCHEME)
const URI_REFERENCE = /* @__PURE__ */ referencePattern(ASCII, `(?:${SCHEME}|${NO_SCHEME})`)
const IRI = /* @__PURE__ */ referencePattern(UNICODE, SCHEME)
const IRI_REFERENCE = /* @__PURE__ */ referencePattern(UNICODE, `(?:${SCHEME}|${NO_SCHEME})`)

/** True for a URI, which must have a scheme, unlike a URI reference. @see RFC 3986, section 3 */
export function isUri(text: string): boolean {
  return isReference(text, URI)
}

/** @see RFC 3986, section 4.1 */
export function isUriReference(text: string): boolean {
  return isReference(text, URI_REFERENCE)
}

/** True for an IRI, which must have a scheme, unlike an IRI reference. @see RFC 3987, section 2.2 */
export function isIri(text: string): boolean {
  return isReference(text, IRI)
}

/** @see RFC 3987, section 2.2 */
export function isIriReference(text: string): boolean {
  return isReference(text, IRI_REFERENCE)
}

const FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i

function isReference(text: string, pattern: RegExp): boolean {
  if (NO_ESCAPE.test(text)) return false
  if (!text.includes('[')) return pattern.test(text)
  const match = pattern.exec(text)
  if (match === null) return false
  const literal = match[1]
  return literal === undefined || isIpv6(literal) || FUTURE.test(literal)
}
