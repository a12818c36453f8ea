import { plain, textOf } from '../http/expand.ts'
import type { SerializedBody } from '../http/serialize-body.ts'
import { fillPath } from '../http/serialize-parameter.ts'
import { encodeStrict } from '../http/uri/encode.ts'
import type { Call } from './call.ts'
import type { WrittenParameters } from './parts.ts'

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
  const add = (name: string, input: unknown): void => {
    const value = plain(input)
    if (value !== undefined) query += `${query && '&'}${encodeStrict(name)}=${encodeStrict(textOf(value))}`
  }
  for (const name of Object.keys(values)) {
    const value = plain(values[name]) as Values | string | undefined
    if (typeof value !== 'object') add(name, value)
    else for (const key of Object.keys(value)) add(Array.isArray(value) ? name : key, value[key])
  }
  return query
}

/** A URL with more pairs in its query. */
export function addQuery(url: string, pairs: string): string {
  return pairs === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${pairs}`
}

/** Writes a body as JSON, in the media type that the request or else the descriptor names. */
export function writeJson({ operation, request }: Call): SerializedBody {
  const [mediaType = 'application/json'] = Object.keys(operation.body?.content ?? {})
  const contentType = request.mediaType ?? mediaType
  return { body: JSON.stringify(request.body), contentType, replayable: true }
}
