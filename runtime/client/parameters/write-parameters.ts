import type { Location } from '../../http/operation.ts'
import {
  type ParameterValues,
  serializeCookies,
  serializeHeaders,
  serializePath,
  serializeQuery,
} from '../../http/serialize-parameter.ts'
import { addQuery } from '../../http/uri/add-query.ts'
import type { Call, WrittenParameters } from '../call/call.ts'

/** Writes parameters of all styles and locations, as the descriptor's `parameters` say. */
export function writeParameters({ operation, parts, request }: Call): WrittenParameters {
  const { path, parameters = [] } = operation
  const values = request as Readonly<Partial<Record<Location, ParameterValues>>>
  const headers: Record<string, string> = {}
  for (const [name, value] of serializeHeaders(parameters, values.header)) headers[name.toLowerCase()] = value
  const withQuery = addQuery(
    serializePath(path, parameters, values.path),
    serializeQuery(parameters, values.query),
  )
  return {
    target: addQuery(withQuery, parts.querystring?.(parameters, values.querystring) ?? ''),
    headers,
    cookie: serializeCookies(parameters, values.cookie),
  }
}
