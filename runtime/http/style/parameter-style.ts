/**
 * The location of a parameter; `querystring` is the whole query.
 * @see OpenAPI 3.2.0, Parameter Object, `in`
 */
export type Location = 'path' | 'query' | 'querystring' | 'header' | 'cookie'

/** The style of a parameter's value. @see OpenAPI 3.2.0, Parameter Object, Style Values */
export type Style =
  | 'matrix'
  | 'label'
  | 'simple'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie'

/** A style and `explode`, with the defaults applied. */
export interface ResolvedStyle {
  readonly style: Style
  readonly explode: boolean
}

/**
 * Applies OpenAPI's defaults: `form` for query and cookie, `simple` for path and header, and `explode` only
 * for `form` and `cookie`.
 * @see OpenAPI 3.2.0, Parameter Object, `style` and `explode`
 */
export function resolveStyle(parameter: {
  readonly in: Location
  readonly style?: Style
  readonly explode?: boolean
}): ResolvedStyle {
  const style = parameter.style ?? (parameter.in === 'query' || parameter.in === 'cookie' ? 'form' : 'simple')
  return { style, explode: parameter.explode ?? (style === 'form' || style === 'cookie') }
}

/**
 * Returns the style of a property; `undefined` if its encoding has none of `style`, `explode` and
 * `allowReserved`, so that its media type decides.
 */
export function styleOf({
  style,
  explode,
  allowReserved,
}: {
  readonly style?: Style
  readonly explode?: boolean
  readonly allowReserved?: true
}): ResolvedStyle | undefined {
  if (style === undefined && explode === undefined && allowReserved === undefined) return undefined
  const own = style ?? 'form'
  return { style: own, explode: explode ?? own === 'form' }
}
