/**
 * Strings in a value that are likely to be unique, unlike words such as enum values, which other items
 * contain too.
 */
export function* uniqueTexts(value: unknown): Generator<string> {
  if (typeof value === 'string' && /\d/.test(value) && value.length >= 8) yield value
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* uniqueTexts(inner)
}

/** True if a value contains one of the strings. */
export function hasUniqueText(value: unknown, texts: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return texts.has(value)
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((inner) => hasUniqueText(inner, texts))
  )
}
