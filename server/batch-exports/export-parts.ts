import path from 'node:path'
import { levels } from '../app/tenancy.ts'
import type { Level } from '../database/schema.ts'
import { publicOnly } from '../outbound/address-policy.ts'
import type { Settings } from '../process/settings.ts'
import { tracingOptions } from '../process/tracing-options.ts'
import { createSecretBox, readKeyFile, type SecretBox } from './secret-box.ts'

/** What batch exports need beside the database. */
export interface ExportParts {
  /** Encrypts the secrets of destinations. */
  readonly secretBox: SecretBox
  /** Seconds between a failure of a run and the first further attempt. */
  readonly retryDelay: number
  /** Runs of one organization at a time. */
  readonly share: number
  /** What a member needs to be to write exports. */
  readonly writeLevel: Level
}

export type ExportSettings = Pick<
  Settings,
  'dataFolder' | 'secretKey' | 'earlierSecretKeys' | 'exportRetrySeconds' | 'exportShare' | 'batchExportLevel'
>

/** Makes the parts from the settings. Without a key the data folder gets one. */
export function createExportParts({
  dataFolder,
  secretKey = readKeyFile(dataFolder),
  earlierSecretKeys,
  exportRetrySeconds,
  exportShare,
  batchExportLevel,
}: ExportSettings): ExportParts {
  return {
    secretBox: createSecretBox(secretKey, earlierSecretKeys),
    retryDelay: exportRetrySeconds,
    share: exportShare,
    writeLevel: levels[batchExportLevel],
  }
}

/** What the exporting processes take from the settings. */
export function exporterSettings({
  dataFolder,
  secretKey = readKeyFile(dataFolder),
  earlierSecretKeys = [],
  exportFolder = path.join(dataFolder, 'exports'),
  exportRetrySeconds,
  exportRunSeconds,
  exportProcesses,
  exportMemory,
  addressPolicy = publicOnly,
  tracesUrl,
  tracesShare,
}: Settings) {
  const tracing = tracingOptions({ tracesUrl, tracesShare })
  return {
    secretKey,
    earlierSecretKeys,
    exportFolder,
    allowedNetworks: addressPolicy.allowed,
    retryDelay: exportRetrySeconds,
    runSeconds: exportRunSeconds,
    most: exportProcesses,
    tracing,
    memoryMegabytes: exportMemory,
  }
}
