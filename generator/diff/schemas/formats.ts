import { isValidFormat } from '@concordat/runtime/schema'
import { isWithinFlatBounds } from '../flat/range.ts'
import type { FlatPair, SchemaDifference } from './difference.ts'

/** Numbers around the limits of formats, within the range on which JSON readers agree. @see RFC 8259, 6 */
const EDGES = [1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER]

/**
 * Differences between the formats of a value. Number formats are compared by the values that they allow;
 * string formats are compared by name.
 */
export function formatDifferences(pair: FlatPair): readonly SchemaDifference[] {
  const { old, new: now } = pair
  const [was, is] = [old.format, now.format]
  if (was === is) return []
  const { text, narrows, widens } = heldOf(pair)
  const told = { was: was ?? 'none', is: is ?? 'none' }
  if (!narrows && !widens) return [{ change: 'format-annotation-changed', ...told }]
  if (narrows && widens) return [{ change: 'format-changed', ...told }]
  if (text || was === undefined || is === undefined)
    return [{ change: narrows ? 'format-added' : 'format-removed', ...told }]
  return [{ change: narrows ? 'format-narrowed' : 'format-widened', ...told }]
}

function heldOf({ old, new: now }: FlatPair): {
  /** True if the values are strings that are validated with one of the formats. */
  readonly text: boolean
  readonly narrows: boolean
  readonly widens: boolean
} {
  const types = [old.types, now.types]
  const canBe = (...names: readonly string[]) =>
    types.every((some) => some === undefined || names.some((name) => some.has(name)))
  const isInteger = types.some((some) => some?.has('integer') === true)
  const [isText, isNumber] = [canBe('string'), canBe('number', 'integer')]
  const [held, holds] = [isText && isHeld(old.format), isText && isHeld(now.format)]
  // Edges outside a schema's bounds are skipped, because they are excluded regardless of the format.
  const edges = EDGES.filter(
    (edge) =>
      (Number.isInteger(edge) || !isInteger) &&
      isWithinFlatBounds(edge, old) &&
      isWithinFlatBounds(edge, now),
  )
  const allows = (format: string | undefined, edge: number) =>
    format === undefined || isValidFormat(format, edge) !== false
  const differ = (one: string | undefined, other: string | undefined) =>
    isNumber && edges.some((edge) => allows(one, edge) && !allows(other, edge))
  return {
    text: held || holds,
    narrows: holds || differ(old.format, now.format),
    widens: held || differ(now.format, old.format),
  }
}

/** True if strings are validated with the format. */
function isHeld(format: string | undefined): boolean {
  return format !== undefined && isValidFormat(format, '') !== undefined
}
