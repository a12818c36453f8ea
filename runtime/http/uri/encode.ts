/** Encodes a name or value for a URL, header or form. */
export type Encode = (text: string) => string

/**
 * Percent-encodes every character that is not unreserved, even those of "!'()*", which `encodeURIComponent`
 * keeps.
 * @see RFC 6570, 3.2.1
 */
export function encodeStrict(text: string): string {
  // Most values need no encoding, and testing for this takes a tenth of the time.
  if (/^[\w.~-]*$/.test(text)) return text
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * Keeps reserved characters and percent-encoded triplets, like RFC 6570's reserved expansion, except for
 * those that would end the value or query: "#", "[", "]", "&" and "+". OpenAPI leaves these to the
 * application.
 * @see OpenAPI 3.1.1, Parameter Object, `allowReserved`
 */
export const encodeReserved: Encode = /* @__PURE__ */ encodeAllBut(/%[\da-f]{2}|[^\w\-.~:/?@!$'()*,;=]+/gi)

/**
 * Works like `encodeReserved`, for path values: encodes "/" and "?", which would end the value, but keeps "&"
 * and "+". @see OpenAPI 3.2.0, Path Templating
 */
export const encodeReservedSegment: Encode = /* @__PURE__ */ encodeAllBut(
  /%[\da-f]{2}|[^\w\-.~:@!$&'()*+,;=]+/gi,
)

/**
 * Works like `encodeReserved`, for cookies, which cannot contain ",", ";" and some other characters. @see RFC
 * 6265, 4.1.1
 */
export const encodeReservedCookie: Encode = /* @__PURE__ */ encodeAllBut(
  /%[\da-f]{2}|[^\w\-.~:/?#[\]@!$'()*+=]+/gi,
)

/**
 * Encodes a reserved expansion in a path: keeps "/", but not "?" and "#", which would end the path, or "["
 * and "]", which a path cannot contain.
 */
export const encodeSegments: Encode = /* @__PURE__ */ encodeAllBut(/%[\da-f]{2}|[^\w\-.~:/@!$&'()*+,;=]+/gi)

/** @param parts matches the characters to encode, and triplets, which are kept. */
function encodeAllBut(parts: RegExp): Encode {
  return (text) => text.replace(parts, (part) => (/^%[\da-f]{2}$/i.test(part) ? part : encodeStrict(part)))
}

/** Decodes a part of a URL. Text that is not validly encoded is returned unchanged. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
