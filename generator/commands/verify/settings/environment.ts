import { runFromEnvironment } from '@concordat/contract'
import { environmentName, KEY, OTHER_PATH_PREFIX, PATH_PREFIX } from '@concordat/contract/access'
import { UsageError } from '../../../errors/problem.ts'
import type { VerifyConfig } from '../../../options/config/config-types.ts'
import type { Given } from '../../../options/options.ts'

/** Returns the environment. If the command line gives a key, it replaces the environment's key. */
export function environmentWithKey({ key }: Given): Readonly<Record<string, string | undefined>> {
  return key === undefined ? process.env : { ...process.env, [KEY]: key }
}

/**
 * Applies the environment's settings to the configuration, except credentials and path parameters, which
 * belong to the target (`targetFromEnvironment`). Path parameters that the environment replaces are removed
 * here.
 * @throws {UsageError} for an invalid value.
 */
export function withEnvironment(
  config: VerifyConfig,
  environment: Readonly<Record<string, string | undefined>>,
): VerifyConfig {
  const without = (prefix: string, parameters: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(parameters).filter(([name]) => !environment[prefix + environmentName(name)]),
    )
  try {
    return {
      ...{ ...config, ...runFromEnvironment(environment) },
      pathParameters: without(PATH_PREFIX, config.pathParameters),
      otherPathParameters: without(OTHER_PATH_PREFIX, config.otherPathParameters),
    }
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message)
    throw error
  }
}
