import { plainJsonValue } from '../../http/json/plain.ts'
import { encodeStrict } from '../../http/uri/encode.ts'
import type { Call } from '../call/call.ts'
import { writePlainPairs } from './write-plain.ts'

/**
 * Writes a query in the default style, except for the descriptor's parameters, whose items and members are
 * separated by commas.
 */
export function writeJoinedQuery({ operation: { parameters = [] }, request }: Call): string {
  const pairs = Object.entries(request.query ?? {}).flatMap(([name, value]) => {
    const own = writePlainPairs(name, value, 1)
    const isJoined = own.length > 0 && parameters.some((parameter) => parameter.name === name)
    return isJoined && typeof plainJsonValue(value) === 'object'
      ? `${encodeStrict(name)}=${joined(own, value)}`
      : own
  })
  return pairs.join('&')
}

/**
 * Joins list items such as "tags=a" and "tags=b" as "a,b", and object members such as "size=4" as "size,4".
 * Encoded strings contain no "=".
 */
function joined(pairs: readonly string[], value: unknown): string {
  const isList = Array.isArray(plainJsonValue(value))
  return pairs.map((pair) => pair.replace(isList ? /.*=/ : '=', isList ? '' : ',')).join(',')
}
