import type { AddressPolicy } from '../../outbound/address-policy.ts'
import type { Reason } from '../../refusals/refusal.ts'
import type { RecordSource } from '../records/records.ts'
import type { Config, DestinationType, LogLevel } from '../tables.ts'

/** Description of one type of destination. */
export interface DestinationKind {
  readonly type: DestinationType
  /**
   * The document's schema of it, as answers show it. Bodies have the one named `…Write` if there is one; its
   * additional members are secret.
   */
  readonly schema: string
  /** The members of a config that say where it is. Its secrets are for that place alone. */
  readonly address: readonly string[]
  /** Finds problems that no schema covers. */
  check?(config: Config): ConfigProblem | undefined
  /** @param config with its secrets. */
  open(config: Config, limits: DestinationLimits): Destination
}

/** Reason for the refusal of a config that fits its schema, and the member at fault. */
export interface ConfigProblem {
  readonly reason: Reason
  readonly member: string
}

/** Limits that the deployment sets to destinations. */
export interface DestinationLimits {
  /** Addresses that they may reach. */
  readonly addresses: AddressPolicy
  /** The folder below which files may be written, absolute. */
  readonly exportFolder: string
}

/** Destination of the records of a run. */
export interface Destination {
  /** True if another attempt continues at the cursor, so that the earlier count still holds. */
  readonly resumes?: boolean
  /**
   * Takes all records of a run. It may be called again for the same run, after a failure or the death of a
   * process, and leaves the destination as one call would have.
   * @throws DestinationRefusal when another attempt would fail too; any other error asks for one.
   */
  deliver(delivery: Delivery): Promise<void>
  /** Removes the remains of a run that is given up. Its signal says when that has taken long enough. */
  discard?(run: Pick<Delivery, 'name' | 'runId' | 'cursor' | 'signal'>): Promise<void>
}

/** One attempt of a run. */
export interface Delivery {
  readonly source: RecordSource
  readonly runId: string
  /** A name of the run's interval that no other interval of the export has; safe in paths and addresses. */
  readonly name: string
  readonly model: string
  /** Last value given to `saveCursor`, in whichever attempt. */
  readonly cursor: string | null
  /** Aborted when the run is cancelled or the process stops. */
  readonly signal: AbortSignal
  /** Counts records that were taken. */
  count(records: number): void
  /** Keeps how far the destination has come, for another attempt and for `discard`. */
  saveCursor(cursor: string): Promise<void>
  log(level: LogLevel, message: string): Promise<void>
}

/**
 * A destination refuses, and would do so again: wrong credentials, a bucket or a table that does not exist.
 */
export class DestinationRefusal extends Error {
  override readonly name = 'DestinationRefusal'
}
