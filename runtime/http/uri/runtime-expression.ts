import { memberOf, valueAt } from '../../schema/json/json.ts'
import { stepsOf } from '../../schema/json/pointer.ts'

/** The parameters of a request, by name, and its body. */
export interface RequestParts {
  readonly path?: object | undefined
  readonly query?: object | undefined
  readonly header?: object | undefined
  readonly body?: unknown
}

/** The exchange in which runtime expressions are evaluated. */
export interface ExpressionSource {
  readonly url?: string | undefined
  readonly method?: string | undefined
  /** Status of the response. */
  readonly status?: number | undefined
  readonly request?: RequestParts | undefined
  readonly response?: { readonly headers?: object | undefined; readonly body?: unknown } | undefined
}

/**
 * Evaluates an expression such as "$request.body#/url"; `undefined` if the exchange has no such part.
 * @see OpenAPI 3.1.1, Runtime Expressions
 */
export function evaluateExpression(expression: string, source: ExpressionSource): unknown {
  if (expression === '$url') return source.url
  if (expression === '$method') return source.method
  if (expression === '$statusCode') return source.status
  const [, message, place, name = ''] =
    /^\$(request|response)\.(path|query|header|body)[.#]?(.*)$/s.exec(expression) ?? []
  const { response, request } = source
  const isRequest = message === 'request'
  if (place === 'body') return valueAt((isRequest ? request : response)?.body, stepsOf(name))
  if (place === 'header') return headerOf(isRequest ? request?.header : response?.headers, name)
  if (!isRequest) return undefined
  return memberOf(place === 'path' ? request?.path : request?.query, name)
}

/** Finds a header by name, ignoring case. */
function headerOf(headers: unknown, name: string): unknown {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const names = Object.keys(headers ?? {})
  return memberOf(headers, names.find((key) => key.toLowerCase() === name.toLowerCase()) ?? '')
}
