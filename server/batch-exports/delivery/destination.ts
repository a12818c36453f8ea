import type { AddressPolicy } from '../../outbound/address-policy.ts'
import type { Reason } from '../../refusals/refusal.ts'
import type { RecordSource } from '../records/records.ts'
import type { DestinationConfig, DestinationType, LogLevel } from '../tables.ts'

/** One type of destination. */
export interface DestinationKind {
  readonly type: DestinationType
  /**
   * Name of the document's schema for answers. Bodies use the schema named `…Write` if there is one; its
   * additional members are secret.
   */
  readonly schema: string
  /** The members of a config that make up the address. Secrets are valid for one address only. */
  readonly address: readonly string[]
  /** Finds problems that the schema does not cover. */
  check?(config: DestinationConfig): ConfigProblem | undefined
  /** @param config including secrets. */
  open(config: DestinationConfig, limits: DestinationLimits): Destination
}

/** Reason why a config that fits its schema is refused, and the member that causes it. */
export interface ConfigProblem {
  readonly reason: Reason
  readonly member: string
}

/** The deployment's limits for destinations. */
export interface DestinationLimits {
  /** Addresses that destinations may use. */
  readonly addresses: AddressPolicy
  /** Absolute path of the folder for exported files. */
  readonly exportFolder: string
}

/** Receives the records of a run. */
export interface Destination {
  /** True if another attempt continues at the cursor, so that the earlier count is kept. */
  readonly resumes?: boolean
  /**
   * Delivers all records of a run. It may be called again for the same run, after a failure or a crash, with
   * the same final result as one call.
   * @throws DestinationRefusal if another attempt would fail too; after any other error the run is tried
   * again.
   */
  deliver(delivery: Delivery): Promise<void>
  /** Removes the remains of a run that is given up. The signal ends this if it takes too long. */
  discard?(run: Pick<Delivery, 'name' | 'runId' | 'cursor' | 'signal'>): Promise<void>
}

/** One attempt of a run. */
export interface Delivery {
  readonly source: RecordSource
  readonly runId: string
  /** Name of the run's interval, unique within the export; safe in paths and addresses. */
  readonly name: string
  readonly model: string
  /** Last value given to `saveCursor` in any attempt. */
  readonly cursor: string | null
  /** Aborted if the run is cancelled or the process stops. */
  readonly signal: AbortSignal
  /** Counts delivered records. */
  count(records: number): void
  /** Saves the destination's progress for another attempt and for `discard`. */
  saveCursor(cursor: string): Promise<void>
  log(level: LogLevel, message: string): Promise<void>
}

/** A refusal by the destination that would occur again: wrong credentials, a missing bucket or table. */
export class DestinationRefusal extends Error {
  override readonly name = 'DestinationRefusal'
}
