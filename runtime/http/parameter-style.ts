import type { Location, Style } from './operation.ts'

/** A style with its `explode`, both decided. */
export interface ResolvedStyle {
  readonly style: Style
  readonly explode: boolean
}

/**
 * Fills in OpenAPI's defaults: `form` for query and cookie, `simple` for path and header; `explode` only for `form` and `cookie`.
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
