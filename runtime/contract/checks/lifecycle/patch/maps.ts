import { isObject } from '@concordat/runtime/json'
import type { Field } from '../../../evidence/fields.ts'

/** True for an object of members that have any names, and none of its own. */
export function isMap({ schema }: Field): boolean {
  const { propertyNames, minProperties, maxProperties, additionalProperties: others = true } = schema.keywords
  const isNamedFreely =
    propertyNames === undefined && minProperties === undefined && maxProperties === undefined
  return schema.types.includes('object') && others !== false && isNamedFreely && schema.properties.size === 0
}

/** True if these members may have any values. */
export function isOpen({ schema }: Field): boolean {
  const { additionalProperties: others = true } = schema.keywords
  return others === true || (isObject(others) && Object.keys(others).length === 0)
}
