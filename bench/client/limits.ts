/**
 * Limits of bundles of the generated client, in bytes gzipped: a little above their sizes. A change that
 * raises one must be worth it, or be a part that only those operations bring that need it.
 */
export const LIMITS = {
  oneGet: 3_250,
  oneGetWithMiddlewares: 4_300,
  /** This repository's document. */
  allOperations: 6_300,
  oneForm: 8_000,
  /**
   * `createClient` of 100 regular operations, of 104 mixed ones, and of these with dates; and
   * one GET that `validate` judges.
   */
  regular: 5_000,
  mixed: 6_000,
  mixedWithDates: 7_500,
  validatedGet: 10_000,
} as const
