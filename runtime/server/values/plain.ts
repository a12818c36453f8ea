/**
 * True for values that are certainly not a Blob, a stream or bytes. They need no exact test, which is slow.
 */
export function isPlainValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}
