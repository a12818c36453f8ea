/**
 * What JSON would make of a value: `toJSON` decides, so a Date becomes its ISO 8601 text. RFC 6570 counts null as
 * undefined, and so do we: it is not written.
 */
export function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined
  return 'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON() ?? undefined) : value
}

/** The text of one value. An object or array where the style has only room for text becomes JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
