/**
 * Limits of bundles of the generated client, in bytes gzipped: a little above what they weigh. Whatever raises one is to be worth it, or a
 * part that only those operations bring which need it.
 */
export const LIMITS = {
  oneGet: 3_510,
  oneGetWithMiddlewares: 4_510,
  /** This repository's document. */
  allOperations: 6_890,
  oneForm: 8_000,
} as const
