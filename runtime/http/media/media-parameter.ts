/**
 * One parameter, or none behind its semicolon. A value without quotes may have more characters than a
 * token: Java sends such boundaries.
 */
const PARAMETER = /[ \t]*;[ \t]*(?:([^\s;="]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+)))?[ \t]*/y

/**
 * The value of one parameter of a media type, without its quotes; `undefined` where it has none. All limits
 * and parsers of bodies read the Content-Type here: two readers would find two boundaries in one text.
 * @param name lower case: "charset".
 * @throws SyntaxError where the parameters are malformed, or this one comes more than once.
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
 * The boundary of a multipart media type.
 * @throws SyntaxError where it has none, or more than one, or one that is not printable ASCII.
 * @see RFC 2046, 5.1.1
 */
export function boundaryOf(mediaType: string): string {
  const boundary = mediaParameter(mediaType, 'boundary')
  if (boundary === undefined) throw new SyntaxError('its media type has no boundary')
  if (!/^[ -~]+$/.test(boundary))
    throw new SyntaxError('the boundary in its media type is not printable ASCII')
  return boundary
}

function malformed(): never {
  throw new SyntaxError('the parameters of its media type are malformed')
}
