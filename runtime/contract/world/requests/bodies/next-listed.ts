import type { Schema } from '@concordat/runtime/schema'

export interface NextListedBodyValue {
  readonly value: unknown
  /** True if the list has reached its end, so that this value is its first one again. */
  readonly isFirst: boolean
}

/**
 * Returns the next of a schema's listed values. After the last value comes the first.
 * @returns `undefined` if the schema lists no other value, or does not list this one.
 */
export function nextListedInBody(
  value: unknown,
  { keywords: { enum: listed = [] } }: Schema,
): NextListedBodyValue | undefined {
  const values: readonly unknown[] = listed.filter((one) => one !== null)
  const at = values.indexOf(value)
  const next = (at + 1) % values.length
  return at === -1 || values.length === 1 ? undefined : { value: values[next], isFirst: next === 0 }
}
