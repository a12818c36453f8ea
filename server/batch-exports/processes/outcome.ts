/** State of a run after an attempt. */
export interface AttemptOutcome {
  /** Seconds until the next attempt; null if the run has ended. */
  readonly again: number | null
}

/** The run is over. */
export const ended: AttemptOutcome = { again: null }

/**
 * Failed attempts after which a run is abandoned. The death of the exporting process is a failure; a stop of
 * the service is not.
 */
export const mostFailures = 8

/** Maximum number of seconds between two attempts. */
const longestWait = 600

/** Seconds from a failure to the next attempt. */
export const waitAfterFailures = (failures: number, retryDelay: number): number =>
  Math.min(retryDelay * 2 ** (failures - 1), longestWait)
