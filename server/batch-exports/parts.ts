import type { Foundation } from '../feature/foundation.ts'
import type { Settings } from '../settings/settings.ts'
import type { Level } from '../tenancy/tenancy.ts'
import { levels } from '../tenancy/tenancy.ts'

/** Dependencies of batch exports besides the foundation. */
export interface ExportParts extends Foundation {
  readonly exports: ExportRules
}

/** The operator's rules for batch exports. */
export interface ExportRules {
  /** Seconds from a run's first failure to the next attempt. */
  readonly retryDelay: number
  /** Maximum number of concurrent runs of an organization. */
  readonly share: number
  /** Level that a member needs to write exports. */
  readonly writeLevel: Level
}

export type ExportSettings = Pick<Settings, 'exportRetrySeconds' | 'exportShare' | 'batchExportLevel'>

/** Creates the rules from the settings. */
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
