/**
 * Limits for bundles of the generated client, in gzipped bytes. They are slightly above the present sizes. A
 * change that raises a limit must be worth it, or must add code that only bundles with certain operations
 * contain.
 */
export const LIMITS = {
  oneGet: 3_250,
  oneGetWithMiddlewares: 4_300,
  /** This repository's document. */
  allOperations: 6_300,
  oneForm: 8_000,
  /**
   * `createClient` with 100 regular operations, with 104 mixed ones, and with the mixed ones plus dates; and
   * one GET whose response `validate` checks.
   */
  regular: 5_000,
  mixed: 6_000,
  mixedWithDates: 7_500,
  validatedGet: 10_000,
} as const
