import path from 'node:path'
import { publicOnly } from '../../outbound/address-policy.ts'
import { readKeyFile } from '../../secrets/secret-box.ts'
import type { Settings } from '../../settings/settings.ts'
import { tracingOptions } from '../../settings/tracing-options.ts'

/** Reads the settings for the exporting processes. */
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
