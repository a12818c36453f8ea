/**
 * Limits for bundles of generated code, in gzipped bytes, slightly above the present sizes. Raise one only
 * for a change that is worth it, or that adds code which only bundles with certain operations contain.
 */
export const LIMITS = {
  oneGet: 3_250,
  oneGetWithMiddlewares: 4_300,
  /** This repository's document. */
  allOperations: 6_300,
  oneForm: 8_000,
  /** `createClient` with the operations of `regularDocument`; the next two use `mixedDocument`. */
  regular: 5_000,
  mixed: 6_000,
  mixedWithDates: 7_500,
  validatedGet: 10_000,
} as const
