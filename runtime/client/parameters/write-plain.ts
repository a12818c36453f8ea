import { plain, textOf } from '../../http/json/plain.ts'
import { fillPath } from '../../http/serialize-parameter.ts'
import { refuseItem } from '../../http/style/expand.ts'
import { encodeStrict } from '../../http/uri/encode.ts'
import type { Call } from '../call/call.ts'

type Values = Readonly<Record<string, unknown>>

/** Writes one value for each template of a path. */
export function plainPath({ operation, request }: Call): string {
  const values = request.path as Values | undefined
  return fillPath(operation.path, (name) => encodeStrict(textOf(plain(values?.[name]) ?? '')))
}

/** Writes a query in OpenAPI's default style: pairs, one for each item of an array and each member of an object. */
export function plainQuery({ request }: Pick<Call, 'request'>): string {
  return pairsOf('', request.query, 2).join('&')
}

/** @param levels how many levels of members are pairs of their own; below, they are JSON. */
function pairsOf(name: string, input: unknown, levels: number): readonly string[] {
  const value = plain(input)
  if (value === undefined) return []
  if (typeof value !== 'object' || !levels) return [`${encodeStrict(name)}=${encodeStrict(textOf(value))}`]
  const isList = Array.isArray(value)
  return Object.entries(value as object).flatMap(([key, member]) => {
    const pairs = pairsOf(isList ? name : key, member, levels - 1)
    return isList && pairs.length === 0 ? refuseItem(name) : pairs
  })
}
