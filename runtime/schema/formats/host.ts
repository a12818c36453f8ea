/**
 * Two hyphens after the first two characters mark an encoded label; "xn--" is the only prefix in use. @see
 * RFC 5890, section 2.3.1
 */
const LABEL = '(?!(?!xn)..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const IDN_LABEL = String.raw`[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`
const HOSTNAME = /* @__PURE__ */ separated(LABEL, 'i')
const IDN_HOSTNAME = /* @__PURE__ */ separated(IDN_LABEL, 'u')

/** One or more parts separated by dots. No part contains a dot, so a string can match in only one way. */
function separated(part: string, flags: string): RegExp {
  return new RegExp(String.raw`^(?:${part})(?:\.${part})*$`, flags)
}

/** @see RFC 1123, section 2.1 */
export function isHostname(text: string): boolean {
  return text.length <= 253 && HOSTNAME.test(text)
}

/** Length of the longest address; longer strings are not split into parts. */
const LONGEST_IPV4 = '255.255.255.255'.length
const LONGEST_IPV6 = 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255'.length

const OCTET = /^(?:0|[1-9]\d{0,2})$/

/**
 * True for four decimal octets. Leading zeros are not allowed, because some parsers read octets with them as
 * octal. @see RFC 2673, section 3.2
 */
export function isIpv4(text: string): boolean {
  if (text.length > LONGEST_IPV4) return false
  const octets = text.split('.')
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255)
}

const GROUP = /^[\da-f]{1,4}$/i

/** True for an IPv6 address without a zone. @see RFC 4291, section 2.2 */
export function isIpv6(text: string): boolean {
  if (text.length > LONGEST_IPV6) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half, index) => groupCount(half, index === halves.length - 1))
  const [left = Number.NaN, right] = groups
  // "::" represents at least one group.
  return right === undefined ? left === 8 : left + right <= 7
}

/**
 * Number of groups in a part without "::"; a final IPv4 address counts as two. NaN if the part is malformed.
 */
function groupCount(text: string, last: boolean): number {
  if (text === '') return 0
  const groups = text.split(':')
  const tail = groups.at(-1) ?? ''
  const mapped = last && tail.includes('.')
  const plain = mapped ? groups.slice(0, -1) : groups
  if ((mapped && !isIpv4(tail)) || !plain.every((group) => GROUP.test(group))) return Number.NaN
  return plain.length + (mapped ? 2 : 0)
}

const DOTTED = /* @__PURE__ */ separated("[a-z0-9!#$%&'*+/=?^_`{|}~-]+", 'i')
const IDN_DOTTED = /* @__PURE__ */ separated(
  String.raw`[a-z0-9!#$%&'*+/=?^_\x60\{|\}~\u{80}-\u{10ffff}\-]+`,
  'iu',
)
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const IDN_QUOTED = /^"(?:[ !#-[\]-~\u{80}-\u{10ffff}]|\\[ -~])*"$/u

/** @see RFC 5321, section 4.1.2, Mailbox */
export function isEmail(text: string): boolean {
  return isMailbox(text, { dotted: DOTTED, quoted: QUOTED, domain: HOSTNAME })
}

/** @see RFC 6531, section 3.3 */
export function isIdnEmail(text: string): boolean {
  return isMailbox(text, { dotted: IDN_DOTTED, quoted: IDN_QUOTED, domain: IDN_HOSTNAME })
}

interface MailboxParts {
  readonly dotted: RegExp
  readonly quoted: RegExp
  readonly domain: RegExp
}

function isMailbox(text: string, parts: MailboxParts): boolean {
  const at = text.lastIndexOf('@')
  // The limits from RFC 5321, section 4.5.3.1, for the parts before and after the "@".
  if (at < 1 || at > 64 || text.length - at > 256) return false
  if (isPlain(text, 0, at) && isPlain(text, at + 1, text.length)) return true
  const local = text.slice(0, at)
  const host = text.slice(at + 1)
  if (!(parts.dotted.test(local) || parts.quoted.test(local))) return false
  return host.startsWith('[') ? isAddressLiteral(host) : parts.domain.test(host)
}

/** The maximum length of a label in a host name. @see RFC 1035, section 2.3.4 */
const LONGEST_LABEL = 63
const HYPHEN = 45
const POINT = 46

/**
 * True if a part is valid on either side of the "@": Latin letters and digits with single dots or hyphens
 * between them. Most parts are like this, and the test is much faster than a regular expression.
 */
function isPlain(text: string, start: number, end: number): boolean {
  let before = start - 1
  let label = start
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index)
    if (isLetterOrDigit(unit)) continue
    if ((unit !== POINT && unit !== HYPHEN) || index === before + 1) return false
    before = index
    if (unit === HYPHEN) continue
    if (index - label > LONGEST_LABEL) return false
    label = index + 1
  }
  return end > before + 1 && end - label <= LONGEST_LABEL
}

function isLetterOrDigit(unit: number): boolean {
  // Convert to lower case, which differs from upper case in one bit.
  const letter = unit | 32
  return (letter >= 97 && letter <= 122) || (unit >= 48 && unit <= 57)
}

function isAddressLiteral(text: string): boolean {
  if (!text.endsWith(']')) return false
  const address = text.slice(1, -1)
  return /^ipv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address)
}
