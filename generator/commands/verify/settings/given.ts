import type { VerifyConfig } from '../../../options/config/config-types.ts'
import { VERIFY_OPTIONS } from '../../../options/config/verify-options.ts'
import type { Option } from '../../../options/declaration/option.ts'
import type { Given } from '../../../options/options.ts'

/**
 * Applies the command line's settings to the configuration. Headers, path parameters and expendable items are
 * merged individually.
 */
export function withGivenSettings(config: VerifyConfig, given: Given): VerifyConfig {
  const values = Object.entries<Option>(VERIFY_OPTIONS).flatMap(([name, { kind }]) => {
    const before: unknown = config[name as keyof VerifyConfig]
    const after: unknown = given[name as keyof VerifyConfig]
    if (after === undefined) return []
    return [[name, before === undefined || kind.merge === undefined ? after : kind.merge(before, after)]]
  })
  return { ...config, ...(Object.fromEntries(values) as VerifyConfig) }
}
