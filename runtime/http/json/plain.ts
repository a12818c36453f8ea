/**
 * Form of a value in JSON: `toJSON` decides, so a Date becomes its ISO 8601 text. RFC 6570 counts null as
 * undefined, and so do we: it is not written.
 */
export function plain(value: unknown): unknown {
  const { toJSON } = Object(value) as { readonly toJSON?: unknown }
  return (typeof toJSON === 'function' ? toJSON.call(value) : value) ?? undefined
}

/** The text of one value. An object or array where the style has only room for text becomes JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
