import type { DatabaseTarget } from '../../database/connection.ts'
import type { ClickhouseSource } from '../../events/clickhouse/client.ts'
import type { TracingOptions } from '../../tracing/options.ts'
import type { TraceHeaders } from '../../tracing/spans.ts'
import type { RunKey } from '../runs/run-log.ts'
import type { AttemptOutcome } from './outcome.ts'

/**
 * Settings of an exporting process. They contain secrets, so they are passed neither as arguments nor in the
 * environment.
 */
export interface ExportingSettings {
  readonly target: DatabaseTarget
  /** ClickHouse with the events, if they are not in the database. */
  readonly clickhouse: ClickhouseSource | undefined
  readonly secretKey: string
  readonly earlierSecretKeys: readonly string[]
  readonly exportFolder: string
  /** Private networks that may be used. */
  readonly allowedNetworks: readonly string[]
  /** Seconds from a failure of a run to the first further attempt. */
  readonly retryDelay: number
  /** Seconds for all attempts of a run together. */
  readonly runSeconds: number
  /** Where the process sends its spans; `undefined` if tracing is off. */
  readonly tracing: Omit<TracingOptions, 'warn'> | undefined
  /** Memory limit of the process. */
  readonly memoryMegabytes: number
}

/** Request for one attempt of a run. */
export interface RunMessage {
  readonly run: RunKey
  /** Trace headers of the attempt, if it is traced. */
  readonly trace: TraceHeaders
}

/** Messages to an exporting process: first its settings, then runs. */
export type ToProcess = { readonly settings: ExportingSettings } | RunMessage | { readonly stop: true }

/** An exporting process's answer to a run. */
export type FromProcess = { readonly outcome: AttemptOutcome } | { readonly error: string }

/** Exit code of a process that exceeded its memory limit. */
export const memoryExceeded = 77
