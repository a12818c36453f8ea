const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const IDN_LABEL = /^[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u

/** @see RFC 1123, section 2.1 */
export function isHostname(text: string): boolean {
  return isName(text, LABEL)
}

function isName(text: string, label: RegExp): boolean {
  return text.length <= 253 && text.split('.').every((part) => part.length <= 63 && label.test(part))
}

const OCTET = /^(?:0|[1-9]\d{0,2})$/

/** Four decimal octets; no leading zero, which some readers take for octal. @see RFC 2673, section 3.2 */
export function isIpv4(text: string): boolean {
  const octets = text.split('.')
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255)
}

const GROUP = /^[\da-f]{1,4}$/i

/** No zone. @see RFC 4291, section 2.2 */
export function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half, index) => groupCount(half, index === halves.length - 1))
  const [left = Number.NaN, right] = groups
  // "::" stands for one group or more.
  return right === undefined ? left === 8 : left + right <= 7
}

/** How many groups a part without "::" writes, an IPv4 address at the end being two; NaN when it is malformed. */
function groupCount(text: string, last: boolean): number {
  if (text === '') return 0
  const groups = text.split(':')
  const tail = groups.at(-1) ?? ''
  const mapped = last && tail.includes('.')
  const plain = mapped ? groups.slice(0, -1) : groups
  if ((mapped && !isIpv4(tail)) || !plain.every((group) => GROUP.test(group))) return Number.NaN
  return plain.length + (mapped ? 2 : 0)
}

const ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i
const IDN_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{10ffff}-]+$/iu
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const IDN_QUOTED = /^"(?:[ !#-[\]-~\u{80}-\u{10ffff}]|\\[ -~])*"$/u

/** @see RFC 5321, section 4.1.2, Mailbox */
export function isEmail(text: string): boolean {
  return isMailbox(text, { atom: ATOM, quoted: QUOTED, label: LABEL })
}

/** @see RFC 6531, section 3.3 */
export function isIdnEmail(text: string): boolean {
  return isMailbox(text, { atom: IDN_ATOM, quoted: IDN_QUOTED, label: IDN_LABEL })
}

function isMailbox(
  text: string,
  { atom, quoted, label }: { atom: RegExp; quoted: RegExp; label: RegExp },
): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64) return false
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  const isLocal = quoted.test(local) || local.split('.').every((part) => atom.test(part))
  return isLocal && (domain.startsWith('[') ? isAddressLiteral(domain) : isName(domain, label))
}

function isAddressLiteral(text: string): boolean {
  if (!text.endsWith(']')) return false
  const address = text.slice(1, -1)
  return /^ipv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address)
}
