/** A text or number as a path parameter writes it; `undefined` for everything else. */
export function asIdentifier(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}
