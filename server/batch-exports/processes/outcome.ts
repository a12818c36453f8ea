/** State of a run after an attempt. */
export interface Outcome {
  /** Seconds until it may be tried again; null when it has ended. */
  readonly again: number | null
}

/** The run is over. */
export const ended: Outcome = { again: null }

/**
 * Attempts that may fail before a run is given up. The death of the exporting process is a
 * failure; a stop of the service is not.
 */
export const mostFailures = 8

/** Seconds between two attempts at most. */
const longestWait = 600

/** Seconds from a failure to the next attempt. */
export const waitAfter = (failures: number, retryDelay: number): number =>
  Math.min(retryDelay * 2 ** (failures - 1), longestWait)
