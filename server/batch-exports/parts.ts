import type { Foundation } from '../feature/foundation.ts'
import type { Settings } from '../settings/settings.ts'
import type { Level } from '../tenancy/tenancy.ts'
import { levels } from '../tenancy/tenancy.ts'

/** Parts that batch exports need beside the foundation. */
export interface ExportParts extends Foundation {
  readonly exports: ExportRules
}

/** Rules for batch exports that the operator sets. */
export interface ExportRules {
  /** Seconds between a failure of a run and the first further attempt. */
  readonly retryDelay: number
  /** Runs of one organization at a time. */
  readonly share: number
  /** Level that a member needs to write exports. */
  readonly writeLevel: Level
}

export type ExportSettings = Pick<Settings, 'exportRetrySeconds' | 'exportShare' | 'batchExportLevel'>

/** Makes the rules from the settings. */
export function exportRules({
  exportRetrySeconds,
  exportShare,
  batchExportLevel,
}: ExportSettings): ExportRules {
  return {
    retryDelay: exportRetrySeconds,
    share: exportShare,
    writeLevel: levels[batchExportLevel],
  }
}
