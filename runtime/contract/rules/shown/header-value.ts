import type { Issue } from '@concordat/runtime/schema'

/**
 * Reports a header's problems, interpreting the header as its schema suggests. For example, "7" can be a
 * string, a number, or a list's only item.
 */
export function inspectHeaderValue(
  text: string,
  validate: (value: unknown) => readonly Issue[],
): readonly Issue[] {
  const items = itemsOfInspectedHeader(text)
  const found = [text, readHeaderScalar(text), items, items.map(readHeaderScalar)].map((value) =>
    validate(value),
  )
  const isOfType = (issues: readonly Issue[]) =>
    !issues.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === '')
  return found.find(({ length }) => length === 0) ?? found.findLast(isOfType) ?? found[0] ?? []
}

/** Returns the items of a comma-separated list. */
export function itemsOfInspectedHeader(text: string): readonly string[] {
  return text.split(',').map((item) => item.trim())
}

/** Returns the number or boolean that a string looks like; otherwise the string itself. */
export function readHeaderScalar(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}
