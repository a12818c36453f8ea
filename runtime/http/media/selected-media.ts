import { mediaTypeEssence } from './media-type.ts'

/** The media types that one value of a parameter selects, such as "text/csv" for `format=csv`. */
export interface SelectedMedia {
  readonly value: unknown
  /** The media types with this name, in the order of the response. */
  readonly named: readonly string[]
  /** These media types, and those that no value names. */
  readonly possible: readonly string[]
}

/**
 * Returns the media types that the values of a parameter select; empty unless at least two values are named
 * like media types of the response.
 */
export function selectedMedia(
  values: readonly unknown[],
  types: readonly string[],
): readonly SelectedMedia[] {
  const namedBy = (value: unknown): readonly string[] =>
    types.filter((type) => mediaTypeEssence(type).split(/[/+]/).slice(1).includes(String(value)))
  const selecting = values
    .map((value) => ({ value, named: namedBy(value) }))
    .filter(({ named }) => named.length > 0)
  const unnamed = types.filter((type) => !selecting.some(({ named }) => named.includes(type)))
  return selecting.length < 2
    ? []
    : selecting.map(({ value, named }) => ({ value, named, possible: [...named, ...unnamed] }))
}
