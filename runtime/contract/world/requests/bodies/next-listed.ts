import type { Schema } from '@concordat/runtime/schema'

export interface NextListed {
  readonly value: unknown
  /** True if it follows the last value. */
  readonly isFirst: boolean
}

/**
 * The next of a schema's listed values, the first after the last.
 * @returns `undefined` if it lists no other, or not this one.
 */
export function nextListedValue(
  value: unknown,
  { keywords: { enum: listed = [] } }: Schema,
): NextListed | undefined {
  const values: readonly unknown[] = listed.filter((one) => one !== null)
  const at = values.indexOf(value)
  const next = (at + 1) % values.length
  return at === -1 || values.length === 1 ? undefined : { value: values[next], isFirst: next === 0 }
}
