/** A run's state after an attempt. */
export interface AttemptOutcome {
  /** Time until the next attempt, in seconds; null if the run has ended. */
  readonly again: number | null
}

/** The run is over. */
export const endedRun: AttemptOutcome = { again: null }

/**
 * Number of failed attempts after which a run is abandoned. The death of the exporting process counts as a
 * failure; stopping the service does not.
 */
export const mostFailedRuns = 8

/** Maximum time between two attempts, in seconds. */
const longestWait = 600

/** Time from a failure to the next attempt, in seconds. */
export const waitAfterFailedRuns = (failures: number, retryDelay: number): number =>
  Math.min(retryDelay * 2 ** (failures - 1), longestWait)
