/** True for values that are certainly not a Blob, stream or bytes, for which the test is slow. */
export function isPlainValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}
