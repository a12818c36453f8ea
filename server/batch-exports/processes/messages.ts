import type { DatabaseTarget } from '../../database/connection.ts'
import type { ClickhouseSource } from '../../events/clickhouse/client.ts'
import type { TracingOptions } from '../../tracing/options.ts'
import type { TraceHeaders } from '../../tracing/spans.ts'
import type { RunKey } from '../runs/run-log.ts'
import type { AttemptOutcome } from './outcome.ts'

/**
 * Settings for an exporting process. They contain secrets, so they are sent as a message instead of as
 * arguments.
 */
export interface ExportingSettings {
  readonly target: DatabaseTarget
  /** The ClickHouse deployment that can contain the events; `undefined` if none is configured. */
  readonly clickhouse: ClickhouseSource | undefined
  readonly secretKey: string
  readonly earlierSecretKeys: readonly string[]
  readonly exportFolder: string
  /** Private networks that destinations are allowed to use. */
  readonly allowedNetworks: readonly string[]
  /** Time from a run's first failure to the next attempt, in seconds. */
  readonly retryDelay: number
  /** Time limit for all attempts at a run together, in seconds. */
  readonly runSeconds: number
  /** The endpoint to which the process sends its spans; `undefined` if tracing is off. */
  readonly tracing: Omit<TracingOptions, 'warn'> | undefined
  /** Memory limit for the process. */
  readonly memoryMegabytes: number
}

/** A request for one attempt at a run. */
export interface RunMessage {
  readonly run: RunKey
  /** The attempt's trace headers; empty if it is not traced. */
  readonly trace: TraceHeaders
}

/** Messages to an exporting process: first its settings, then runs and requests to stop. */
export type ToProcess = { readonly settings: ExportingSettings } | RunMessage | { readonly stop: true }

/** An exporting process's reply to a run. */
export type FromProcess = { readonly outcome: AttemptOutcome } | { readonly error: string }

/** Exit code of a process that exceeded its memory limit. */
export const memoryExceeded = 77
