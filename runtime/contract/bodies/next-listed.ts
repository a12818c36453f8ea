import type { JsonSchema } from '@concordat/runtime/schema'
import { flatSchema } from '../document/flat-schema.ts'

/**
 * The value after another one among those that a schema lists, the first after the last.
 * @returns `undefined` where it lists no other, or does not list this one.
 */
export function nextListed(
  value: unknown,
  {
    schema,
    definitions,
  }: { readonly schema: JsonSchema; readonly definitions: Readonly<Record<string, JsonSchema>> },
): unknown {
  const listed = flatSchema(schema, definitions)['enum']
  const values = Array.isArray(listed) ? listed.filter((one) => one !== null) : []
  const at = values.indexOf(value)
  return at === -1 || values.length === 1 ? undefined : values[(at + 1) % values.length]
}
