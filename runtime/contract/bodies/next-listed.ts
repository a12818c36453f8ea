import type { Schema } from '@concordat/runtime/schema'

/**
 * The value after another one among those that a schema lists, the first after the last.
 * @returns `undefined` where it lists no other, or does not list this one.
 */
export function nextListed(value: unknown, { keywords: { enum: listed = [] } }: Schema): unknown {
  const values: readonly unknown[] = listed.filter((one) => one !== null)
  const at = values.indexOf(value)
  return at === -1 || values.length === 1 ? undefined : values[(at + 1) % values.length]
}
