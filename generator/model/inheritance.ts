import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import { definitionName } from './view.ts'

/**
 * Unties a schema that inherits by `allOf` from a parent whose `oneOf` or `anyOf` lists it as a branch: read as
 * written, each contains the other without end. The child keeps what the parent says of itself, without its branches.
 */
export function untieInheritance(
  name: string,
  schema: JsonSchema,
  definitions: ReadonlyMap<string, JsonSchema>,
): JsonSchema {
  if (!isObject(schema) || !Array.isArray(schema['allOf'])) return schema
  let untied = false
  const parts = schema['allOf'].map((part) => {
    const parent = isObject(part) ? definitions.get(definitionName(part['$ref']) ?? '') : undefined
    if (!isObject(parent) || !branches(parent).includes(name)) return part
    untied = true
    const { oneOf: _oneOf, anyOf: _anyOf, discriminator: _discriminator, ...own } = parent
    return own
  })
  return untied ? { ...schema, allOf: parts } : schema
}

function branches(schema: { readonly [keyword: string]: unknown }): (string | undefined)[] {
  return ['oneOf', 'anyOf'].flatMap((keyword) => {
    const list = schema[keyword]
    return Array.isArray(list)
      ? list.map((branch) => (isObject(branch) ? definitionName(branch['$ref']) : undefined))
      : []
  })
}
