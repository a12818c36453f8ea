import type { DatabaseTarget } from '../../database/connection.ts'
import type { RunKey } from '../runs/run-log.ts'
import type { Outcome } from './attempt.ts'

/** What an exporting process needs to know. It holds secrets, so that it goes neither through arguments nor the environment. */
export interface ExportingSettings {
  readonly target: DatabaseTarget
  readonly secretKey: string
  readonly earlierSecretKeys: readonly string[]
  readonly exportFolder: string
  /** Networks that are not public and may be reached. */
  readonly allowedNetworks: readonly string[]
  /** Seconds between a failure of a run and the first further attempt. */
  readonly retryDelay: number
  /** Seconds that all attempts of a run may take together. */
  readonly runSeconds: number
  /** Memory that the process may hold. */
  readonly memoryMegabytes: number
}

/** What the service tells an exporting process: first its settings, then run after run. */
export type ToProcess =
  | { readonly settings: ExportingSettings }
  | { readonly run: RunKey }
  | { readonly stop: true }

/** What it answers to a run. */
export type FromProcess = { readonly outcome: Outcome } | { readonly error: string }

/** Exit code of a process that has come to more memory than it may have. */
export const memoryExceeded = 77
