import { useSettings } from '@concordat/contract'
import { readConfig } from '../../configuration/read-config.ts'
import { usualConfigFile } from '../../configuration/usual-file.ts'
import { readBaselineFile } from '../verify/baseline-file.ts'
import { withEnvironment } from '../verify/settings/environment.ts'
import { buildSettings } from '../verify/settings/settings.ts'

/**
 * Setup file for vitest. Generated tests get the same settings as `concordat verify`, from the first
 * configuration in `concordat.config.ts` or in the file given by `CONCORDAT_CONFIG`. The file is read in the
 * tests' process, because functions cannot be passed to another process.
 */
const [config] = await readConfig(process.env['CONCORDAT_CONFIG'] || usualConfigFile())

useSettings(async (document) => {
  const environment = process.env
  const baseUrl = environment['CONCORDAT_BASE_URL']
  if (!baseUrl) return undefined
  const verify = withEnvironment(config?.verify ?? {}, environment)
  const baseline =
    verify.baseline === undefined ? [] : readBaselineFile(verify.baseline, { mayBeMissing: false })
  return buildSettings(verify, { document, baseUrl, environment, baseline })
})
