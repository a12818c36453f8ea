/**
 * Matches a parameter, or an empty one after a semicolon. Unquoted values may contain more characters than a
 * token, as in boundaries created by Java.
 */
const PARAMETER = /[ \t]*;[ \t]*(?:([^\s;="]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+)))?[ \t]*/y

/**
 * Returns the unquoted value of a media type's parameter; `undefined` if it is missing. Limits and parsers
 * both use this function, so that they find the same boundary.
 * @param name lower case: "charset".
 * @throws {SyntaxError} if parameters are malformed, or if this one is repeated.
 * @see RFC 9110, 5.6.6
 */
export function mediaParameter(mediaType: string, name: string): string | undefined {
  const start = mediaType.indexOf(';')
  let found: string | undefined
  PARAMETER.lastIndex = start
  while (start !== -1 && PARAMETER.lastIndex < mediaType.length) {
    const [, own, quoted, plain] = PARAMETER.exec(mediaType) ?? malformed()
    if (own?.toLowerCase() !== name) continue
    if (found !== undefined) throw new SyntaxError(`its media type has more than one ${name}`)
    found = quoted?.replace(/\\(.)/g, '$1') ?? plain
  }
  return found
}

/**
 * Returns the boundary of a multipart media type.
 * @throws {SyntaxError} if the parameters are malformed, or if the boundary is missing, repeated, or not
 * printable ASCII.
 * @see RFC 2046, 5.1.1
 */
export function boundaryOf(mediaType: string): string {
  const boundary = mediaParameter(mediaType, 'boundary')
  if (boundary === undefined) throw new SyntaxError('its media type has no boundary')
  if (!/^[ -~]+$/.test(boundary)) throw new SyntaxError('its media type needs a boundary of printable ASCII')
  return boundary
}

function malformed(): never {
  throw new SyntaxError('the parameters of its media type are malformed')
}
