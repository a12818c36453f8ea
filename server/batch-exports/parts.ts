import type { Foundation } from '../feature/foundation.ts'
import type { Settings } from '../settings/settings.ts'
import type { Level } from '../tenancy/tenancy.ts'
import { levels } from '../tenancy/tenancy.ts'

/** Everything that batch exports depend on in addition to the foundation. */
export interface ExportParts extends Foundation {
  readonly exports: ExportRules
}

/** The operator's rules for batch exports. */
export interface ExportRules {
  /** Time from a run's first failure to the next attempt, in seconds. */
  readonly retryDelay: number
  /** Maximum number of concurrent runs per organization. */
  readonly share: number
  /** The level that a member needs to create or change exports. */
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
