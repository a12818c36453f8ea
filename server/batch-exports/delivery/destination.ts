import type { AddressPolicy } from '../../outbound/address-policy.ts'
import type { Reason } from '../../refusals/refusal.ts'
import type { RecordSource } from '../records/records.ts'
import type { DestinationConfig, DestinationType, ExportLogLevel } from '../tables.ts'

/** One type of destination. */
export interface DestinationKind {
  readonly type: DestinationType
  /**
   * Name of the document's schema for responses. Request bodies use the schema named `…Write` if it exists;
   * properties that only that schema has are secret.
   */
  readonly schema: string
  /** The config properties that make up the address. Secrets are valid for one address only. */
  readonly address: readonly string[]
  /** Finds problems that the schema does not cover. */
  check?(config: DestinationConfig): ConfigProblem | undefined
  /** @param config including secrets. */
  open(config: DestinationConfig, limits: DestinationLimits): Destination
}

/** The reason why a config that fits its schema is rejected, and the property that causes it. */
export interface ConfigProblem {
  readonly reason: Reason
  readonly member: string
}

/** The deployment's limits for destinations. */
export interface DestinationLimits {
  /** Addresses that destinations are allowed to use. */
  readonly addresses: AddressPolicy
  /** Absolute path of the folder for exported files. */
  readonly exportFolder: string
}

/** Receives a run's records. */
export interface Destination {
  /**
   * True if another attempt continues at the cursor, so that records counted by an earlier attempt stay
   * counted.
   */
  readonly resumes?: boolean
  /**
   * Delivers all records of a run. After a failure or a crash, it can be called again for the same run, and
   * the final result is the same as after one call, except that an HTTP destination can get records twice.
   * @throws DestinationRefusal if another attempt would fail too. After any other error, the run is tried
   * again.
   */
  deliver(delivery: ExportDelivery): Promise<void>
  /** Removes what remains of an abandoned run. `signal` stops the removal if it takes too long. */
  discard?(run: Pick<ExportDelivery, 'name' | 'runId' | 'cursor' | 'signal'>): Promise<void>
}

/** One attempt at a run. */
export interface ExportDelivery {
  readonly source: RecordSource
  readonly runId: string
  /**
   * The run's name, which is the same for all backfills of an interval. It is safe in paths and addresses.
   */
  readonly name: string
  readonly model: string
  /** The last value passed to `saveCursor` in any attempt. */
  readonly cursor: string | null
  /** Aborted if the run is canceled or exceeds its time limit, or if the process stops. */
  readonly signal: AbortSignal
  /** Counts delivered records. */
  count(records: number): void
  /** Saves the destination's progress for another attempt and for `discard`. */
  saveCursor(cursor: string): Promise<void>
  log(level: ExportLogLevel, message: string): Promise<void>
}

/** A rejection by the destination that would happen again: wrong credentials, a missing bucket or table. */
export class DestinationRefusal extends Error {
  override readonly name = 'DestinationRefusal'
}
