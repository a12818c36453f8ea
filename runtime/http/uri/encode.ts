/** Turns a name or a value into text that cannot be taken for a delimiter where it is written. */
export type Encode = (text: string) => string

/**
 * Percent-encodes everything but the unreserved characters, "!'()*" too, which `encodeURIComponent` leaves.
 * @see RFC 6570, 3.2.1
 */
export function encodeStrict(text: string): string {
  // Most values need nothing, and looking costs a tenth of encoding.
  if (/^[\w.~-]*$/.test(text)) return text
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * Lets the reserved characters and percent-encoded triplets of RFC 6570's reserved expansion
 * through, except those that would end the value or the query: "#", "[", "]", "&" and "+". OpenAPI
 * leaves them to the application.
 * @see OpenAPI 3.1.1, Parameter Object, `allowReserved`
 */
export const encodeReserved: Encode = /* @__PURE__ */ encodeAllBut(/%[\da-f]{2}|[^\w\-.~:/?@!$'()*,;=]+/gi)

/** The same for a value of a path, which "/" and "?" would end. @see OpenAPI 3.2.0, Path Templating */
export const encodeReservedSegment: Encode = /* @__PURE__ */ encodeAllBut(
  /%[\da-f]{2}|[^\w\-.~:@!$&'()*+,;=]+/gi,
)

/** The same for a cookie, which ",", ";" and others cannot be in. @see RFC 6265, 4.1.1 */
export const encodeReservedCookie: Encode = /* @__PURE__ */ encodeAllBut(
  /%[\da-f]{2}|[^\w\-.~:/?#[\]@!$'()*+=]+/gi,
)

/**
 * The reserved expansion of a path: "/" goes through, and characters that would end the path
 * do not: "?", "#", "[" and "]".
 */
export const encodeSegments: Encode = /* @__PURE__ */ encodeAllBut(/%[\da-f]{2}|[^\w\-.~:/@!$&'()*+,;=]+/gi)

/** @param parts characters to encode, and triplets, which are not encoded. */
function encodeAllBut(parts: RegExp): Encode {
  return (text) => text.replace(parts, (part) => (/^%[\da-f]{2}$/i.test(part) ? part : encodeStrict(part)))
}
