import type { ParameterDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { referredNamedSchema } from '../../model/schema/references.ts'
import { type Code, identifierCode, joinCode, sourceCode, stringLiteralCode } from '../print/code.ts'

const LOCATIONS = ['query', 'header', 'cookie'] as const

/**
 * Returns the parameters that always have a value for handlers, although callers can omit them, as a type
 * that lists their names by location. Defaults that contradict the schema's type do not count.
 * @returns `undefined` if there are no such parameters.
 */
export function defaultedParameters(
  parameters: readonly ParameterDescriptor[],
  definitions: Readonly<Record<string, JsonSchema>>,
): Code | undefined {
  const members = LOCATIONS.flatMap((location) => {
    const names = parameters
      .filter((parameter) => parameter.in === location && parameter.required !== true)
      .filter(({ schema }) => hasDefault(schema, definitions))
      .map(({ name, as = name }) => stringLiteralCode(as))
    return names.length === 0 ? [] : [sourceCode`${identifierCode(location)}: ${joinCode(names, ' | ')}`]
  })
  return members.length === 0 ? undefined : sourceCode`{ ${joinCode(members, '; ')} }`
}

function hasDefault(
  schema: JsonSchema | undefined,
  definitions: Readonly<Record<string, JsonSchema>>,
): boolean {
  const own = keywordsOf(schema)
  const target = keywordsOf(definitions[referredNamedSchema(own.$ref) ?? ''])
  const value = own.default ?? target.default
  const types = [own.type ?? target.type ?? []].flat()
  return value !== undefined && value !== null && (types.length === 0 || types.some(fits(value)))
}

function fits(value: unknown): (type: string) => boolean {
  if (Number.isInteger(value)) return (type) => type === 'integer' || type === 'number'
  const kind = Array.isArray(value) ? 'array' : typeof value
  return (type) => type === kind
}
