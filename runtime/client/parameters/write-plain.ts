import { plain, textOf } from '../../http/json/plain.ts'
import { fillPath } from '../../http/serialize-parameter.ts'
import { refuseItem } from '../../http/style/expand.ts'
import { addQuery } from '../../http/uri/add-query.ts'
import { encodeStrict } from '../../http/uri/encode.ts'
import type { Call, WrittenParameters } from '../call/call.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Writes parameters in OpenAPI's default style: one value for each template of the path, pairs in the query. An operation that
 * has others has a part for them.
 */
export function writePlain({ operation, request }: Call): WrittenParameters {
  const values = request.path as Values | undefined
  const target = fillPath(operation.path, (name) => encodeStrict(textOf(plain(values?.[name]) ?? '')))
  return { target: addQuery(target, plainQuery(request.query as Values | undefined)) }
}

function plainQuery(values: Values = {}): string {
  let query = ''
  const add = (name: string, input: unknown, isItem?: boolean): void => {
    const value = plain(input)
    if (value !== undefined) query += `${query && '&'}${encodeStrict(name)}=${encodeStrict(textOf(value))}`
    else if (isItem) refuseItem(name)
  }
  for (const name of Object.keys(values)) {
    const value = plain(values[name]) as Values | string | undefined
    const isList = Array.isArray(value)
    if (typeof value !== 'object') add(name, value)
    else for (const key of Object.keys(value)) add(isList ? name : key, value[key], isList)
  }
  return query
}
