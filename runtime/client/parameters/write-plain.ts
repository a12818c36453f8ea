import { plainJsonText, plainJsonValue } from '../../http/json/plain.ts'
import { refuseItem } from '../../http/style/expand.ts'
import { SerializationError } from '../../http/style/serialization-error.ts'
import { encodeStrict } from '../../http/uri/encode.ts'
import type { Call } from '../call/call.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Writes a path that has no fragment, replacing each template with a value.
 * @throws {SerializationError} for a value that is missing, empty or without a string form, or one that makes
 * a segment "." or "..".
 */
export function plainPath({ operation, request }: Call): string {
  const template = operation.path
  const values = request.path as Values | undefined
  const path = template.replace(
    /\{([^{}]+)\}/g,
    (_, name: string) =>
      encodeStrict(plainJsonText(plainJsonValue(values?.[name]) ?? '')) ||
      refusePath(template, `has no value for "${name}"`),
  )
  // Encoded strings cannot contain "%2e", so it is enough to look for literal dots.
  if (/^[^?]*\/\.\.?([/?]|$)/.test(path)) refusePath(template, 'cannot have a "." or ".." segment')
  return path
}

function refusePath(template: string, fact: string): never {
  throw new SerializationError(`The path "${template}" ${fact}.`)
}

/**
 * Writes a query in OpenAPI's default style: pairs, one for each item of an
 * array and each member of an object.
 */
export function plainQuery({ request }: Pick<Call, 'request'>): string {
  return writePlainPairs('', request.query, 2).join('&')
}

/**
 * Encoded pairs for one value.
 * @param levels depth down to which members have their own pairs. Deeper members are written as JSON.
 */
export function writePlainPairs(name: string, input: unknown, levels: number): readonly string[] {
  const value = plainJsonValue(input)
  if (value === undefined) return []
  if (typeof value !== 'object' || !levels)
    return [`${encodeStrict(name)}=${encodeStrict(plainJsonText(value))}`]
  const isList = Array.isArray(value)
  return Object.entries(value as object).flatMap(([key, member]) => {
    const pairs = writePlainPairs(isList ? name : key, member, levels - 1)
    return isList && pairs.length === 0 ? refuseItem(name) : pairs
  })
}
