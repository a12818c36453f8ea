import type { Location } from '../../http/operation.ts'
import {
  type ParameterValues,
  serializeCookies,
  serializeHeaders,
  serializePath,
  serializeQuery,
  serializeQuerystring,
} from '../../http/serialize-parameter.ts'
import type { Call } from '../call/call.ts'

/** Writes the parameters in one location, in the descriptor's styles. */
type Writer<Written> = (call: Call) => Written

export const writePath: Writer<string> = ({ operation, request }) =>
  serializePath(operation.path, operation.parameters ?? [], valuesOf(request, 'path'))

export const writeQuery: Writer<string> = ({ operation, request }) =>
  serializeQuery(operation.parameters ?? [], valuesOf(request, 'query'))

/**
 * Writes a parameter that is the whole query, and other pairs that the document declares in addition to it.
 */
export const writeQuerystring: Writer<string> = (call) => {
  const { operation, request } = call
  const whole = serializeQuerystring(operation.parameters ?? [], valuesOf(request, 'querystring'))
  return [writeQuery(call), whole].filter(Boolean).join('&')
}

/** Names in lower case. */
export const writeHeaders: Writer<Readonly<Record<string, string>>> = ({ operation, request }) => {
  const headers = serializeHeaders(operation.parameters ?? [], valuesOf(request, 'header'))
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
}

/** The value of the `Cookie` header, which can be empty. */
export const writeCookies: Writer<string> = ({ operation, request }) =>
  serializeCookies(operation.parameters ?? [], valuesOf(request, 'cookie'))

function valuesOf(request: Call['request'], location: Location): ParameterValues | undefined {
  return (request as Readonly<Partial<Record<Location, ParameterValues>>>)[location]
}
