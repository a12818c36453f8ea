// Random in each process, so that callers cannot choose strings with the same hash.
const SEED = Math.trunc(Math.random() * 2 ** 31)
const FACTOR = (Math.trunc(Math.random() * 2 ** 30) << 1) | 1

/** The hash of a string before its first character. */
export const NO_UNIT: number = SEED

/** Extends a hash by one more character or another 32-bit integer. */
export function withUnit(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, FACTOR)
  return mixed ^ (mixed >>> 15)
}
