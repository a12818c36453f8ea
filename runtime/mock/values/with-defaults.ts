import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'

/** A value with the defaults of members that its objects lack. A default that its own schema refuses is none. */
export function withDefaults(value: unknown, schema: Schema | undefined): unknown {
  if (schema === undefined) return value
  if (Array.isArray(value)) return value.map((item) => withDefaults(item, schema.items))
  return isObject(value) ? withDefaultMembers(value, schema) : value
}

/** The same of one object. */
export function withDefaultMembers(
  value: Readonly<Record<string, unknown>>,
  { properties }: Schema,
): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...value }
  for (const [name, member] of properties) {
    const { default: usual } = member.keywords
    if (Object.hasOwn(value, name)) whole[name] = withDefaults(value[name], member)
    else if ('default' in member.keywords && member.allows(usual)) whole[name] = usual
  }
  return whole
}
