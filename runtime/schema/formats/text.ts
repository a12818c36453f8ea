const UUID_LENGTH = 36

/**
 * True for a UUID of any version, without braces or a URN prefix. A regular expression would take several
 * times as long.
 * @see RFC 4122, section 3
 */
export function isUuid(text: string): boolean {
  if (text.length !== UUID_LENGTH) return false
  for (let index = 0; index < UUID_LENGTH; index++) {
    const unit = text.charCodeAt(index)
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (unit !== HYPHEN) return false
    } else if (!isHexDigit(unit)) return false
  }
  return true
}

const HYPHEN = 45

function isHexDigit(unit: number): boolean {
  // Convert to lower case, which differs from upper case in one bit.
  const letter = unit | 32
  return (unit >= 48 && unit <= 57) || (letter >= 97 && letter <= 102)
}

/**
 * Maximum length of patterns and URI templates. Nobody writes longer ones, and they would take the JavaScript
 * engine seconds or overflow its stack.
 */
const LONGEST_PATTERN = 65_536

/** True for an ECMA-262 regular expression with Unicode rules. @see JSON Schema Validation 2020-12, 7.3.8 */
export function isRegex(text: string): boolean {
  if (text.length > LONGEST_PATTERN) return false
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

// Neither expression repeats a group, because the JavaScript engine records each repetition, and a string of
// several megabytes would overflow its stack.
const NO_POINTER_ESCAPE = /~(?![01])/
const RELATIVE = /^(?:0|[1-9]\d*)(?:#$|\/|$)/

/** @see RFC 6901, section 3 */
export function isJsonPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !NO_POINTER_ESCAPE.test(text)
}

/** @see draft-bhutton-relative-json-pointer-00, section 3 */
export function isRelativeJsonPointer(text: string): boolean {
  return RELATIVE.test(text) && !NO_POINTER_ESCAPE.test(text)
}

const BASE64 = /^[A-Za-z\d+/]*={0,2}$/

/** True for Base64 with padding. @see RFC 4648, section 4 */
export function isByte(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text)
}

const LITERAL = String.raw`[!#$&(-;=?-\[\]_a-z~\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}]|%[\da-f]{2}`
const NAME = String.raw`(?:\w|%[\da-f]{2})+(?:\.(?:\w|%[\da-f]{2})+)*(?:\*|:[1-9]\d{0,3})?`
const URI_TEMPLATE = /* @__PURE__ */ new RegExp(
  String.raw`^(?:${LITERAL}|\{[+#./;?&=,!@|]?${NAME}(?:,${NAME})*\})*$`,
  'iu',
)

/** @see RFC 6570, section 2 */
export function isUriTemplate(text: string): boolean {
  return text.length <= LONGEST_PATTERN && URI_TEMPLATE.test(text)
}
