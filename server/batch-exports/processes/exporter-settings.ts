import path from 'node:path'
import { publicOnly } from '../../outbound/address-policy.ts'
import { readKeyFile } from '../../secrets/secret-box.ts'
import type { Settings } from '../../settings/settings.ts'
import { tracingFromSettings } from '../../settings/tracing-options.ts'

/** Reads the settings for the exporting processes. */
export function settingsOfExportProcess({
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
  const tracing = tracingFromSettings({ tracesUrl, tracesShare })
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
