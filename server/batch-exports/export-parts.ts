import path from 'node:path'
import type { Level } from '../database/schema.ts'
import type { Settings } from '../settings.ts'
import { levels } from '../tenancy.ts'
import { createSecretBox, readKeyFile, type SecretBox } from './secret-box.ts'

/** What batch exports need beside the database. */
export interface ExportParts {
  /** Encrypts the secrets of destinations. */
  readonly secretBox: SecretBox
  /** The folder below which files may be written, absolute. */
  readonly exportFolder: string
  /** Seconds between a failure of a run and the first further attempt. */
  readonly retryDelay: number
  /** What a member needs to be to write exports. */
  readonly writeLevel: Level
}

export type ExportSettings = Pick<
  Settings,
  'dataFolder' | 'secretKey' | 'exportFolder' | 'exportRetrySeconds' | 'batchExportLevel'
>

/** Makes the parts from the settings. Without a key the data folder gets one. */
export function createExportParts({
  dataFolder,
  secretKey,
  exportFolder = path.join(dataFolder, 'exports'),
  exportRetrySeconds,
  batchExportLevel,
}: ExportSettings): ExportParts {
  return {
    secretBox: createSecretBox(secretKey ?? readKeyFile(dataFolder)),
    exportFolder,
    retryDelay: exportRetrySeconds,
    writeLevel: levels[batchExportLevel],
  }
}
