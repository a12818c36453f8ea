import { flatSchema, misfit, propertiesOf } from '@concordat/contract/document'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'

/** A value with the defaults of members that its objects lack. A default that its own schema refuses is none. */
export function withDefaults(
  value: unknown,
  schema: unknown,
  definitions: DocumentDescriptor['definitions'],
): unknown {
  if (Array.isArray(value)) {
    const { items } = flatSchema(schema, definitions)
    return value.map((item) => withDefaults(item, items, definitions))
  }
  return isObject(value) ? withDefaultMembers(value, schema, definitions) : value
}

/** The same of one object. */
export function withDefaultMembers(
  value: Readonly<Record<string, unknown>>,
  schema: unknown,
  definitions: DocumentDescriptor['definitions'],
): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...value }
  for (const [name, member] of propertiesOf(schema, definitions)) {
    const flat = flatSchema(member, definitions)
    if (Object.hasOwn(value, name)) whole[name] = withDefaults(value[name], member, definitions)
    else if ('default' in flat && misfit(flat['default'], member, definitions) === undefined)
      whole[name] = flat['default']
  }
  return whole
}
