import type { Schema } from '@concordat/runtime/schema'

export interface NextListed {
  readonly value: unknown
  /** True if all others were before it. */
  readonly isFirst: boolean
}

/**
 * The value after another one among those that a schema lists, the first after the last.
 * @returns `undefined` where it lists no other, or does not list this one.
 */
export function nextListed(
  value: unknown,
  { keywords: { enum: listed = [] } }: Schema,
): NextListed | undefined {
  const values: readonly unknown[] = listed.filter((one) => one !== null)
  const at = values.indexOf(value)
  const next = (at + 1) % values.length
  return at === -1 || values.length === 1 ? undefined : { value: values[next], isFirst: next === 0 }
}
