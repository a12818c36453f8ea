import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'

interface FormOptions {
  readonly mediaType: string
  readonly schema: Schema
  /** Creates a body with all possible members, which are added if the schema rejects the reduced body. */
  readonly full: () => unknown
}

/**
 * Reduces a body to the part that a form can express. Forms have no syntax for null or for empty lists and
 * objects. If the schema rejects this part, the members of `full` that it lacks are added. If the result is
 * still invalid, or the media type is not a form, returns the body unchanged.
 */
export function writableInForm(value: unknown, { mediaType, schema, full }: FormOptions): unknown {
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(mediaType)) return value
  const part = writableIn(value) ?? {}
  if (schema.allows(part) || !isObject(part)) return part
  const whole = writableIn(full())
  const filled = isObject(whole) ? { ...whole, ...part } : part
  return schema.allows(filled) ? filled : value
}

function writableIn(value: unknown): unknown {
  if (value === null) return undefined
  const isList = Array.isArray(value)
  if (!isList && !isObject(value)) return value
  const written = Object.entries(value)
    .map(([name, member]) => [name, writableIn(member)] as const)
    .filter(([, member]) => member !== undefined)
  if (written.length === 0) return undefined
  return isList ? written.map(([, member]) => member) : Object.fromEntries(written)
}
