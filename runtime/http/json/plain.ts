/**
 * Returns the value as JSON represents it: calls `toJSON`, so that a Date becomes ISO 8601. Null becomes
 * undefined, because RFC 6570 treats both as absent.
 */
export function plainJsonValue(value: unknown): unknown {
  const { toJSON } = Object(value) as { readonly toJSON?: unknown }
  return (typeof toJSON === 'function' ? toJSON.call(value) : value) ?? undefined
}

/** Converts one value to text; an object or array becomes JSON. */
export function plainJsonText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
