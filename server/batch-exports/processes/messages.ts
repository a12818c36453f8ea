import type { DatabaseTarget } from '../../database/connection.ts'
import type { ClickhouseSource } from '../../events/clickhouse/client.ts'
import type { TracingOptions } from '../../tracing/options.ts'
import type { TraceHeaders } from '../../tracing/spans.ts'
import type { RunKey } from '../runs/run-log.ts'
import type { Outcome } from './outcome.ts'

/**
 * Settings of an exporting process. They hold secrets, so that they go neither through arguments nor the
 * environment.
 */
export interface ExportingSettings {
  readonly target: DatabaseTarget
  /** ClickHouse in which events live, if not in the database. */
  readonly clickhouse: ClickhouseSource | undefined
  readonly secretKey: string
  readonly earlierSecretKeys: readonly string[]
  readonly exportFolder: string
  /** Networks that are not public and may be reached. */
  readonly allowedNetworks: readonly string[]
  /** Seconds between a failure of a run and the first further attempt. */
  readonly retryDelay: number
  /** Seconds that all attempts of a run may take together. */
  readonly runSeconds: number
  /** Receiver of the process's spans; `undefined` if nothing is traced. */
  readonly tracing: Omit<TracingOptions, 'warn'> | undefined
  /** Memory that the process may hold. */
  readonly memoryMegabytes: number
}

/** One attempt of a run is to be made. */
export interface RunMessage {
  readonly run: RunKey
  /** Headers of the trace that the attempt is part of, if it is traced. */
  readonly trace: TraceHeaders
}

/** Messages to an exporting process: first its settings, then run after run. */
export type ToProcess = { readonly settings: ExportingSettings } | RunMessage | { readonly stop: true }

/** Answer of an exporting process to a run. */
export type FromProcess = { readonly outcome: Outcome } | { readonly error: string }

/** Exit code of a process that has come to more memory than it may have. */
export const memoryExceeded = 77
