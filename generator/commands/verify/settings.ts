import type { ContractSettings, KnownFailure, Selection } from '@concordat/contract'
import type { VerifyConfig } from '../../config.ts'
import type { Model } from '../../model/model.ts'
import { buildTarget } from './build-target.ts'

/**
 * What a run is given, as the configuration says it.
 * @param config with what the environment and the command line say in it.
 * @throws {UsageError} naming every variable, file and operation that is missing.
 */
export async function buildSettings(
  config: VerifyConfig,
  given: {
    readonly document: Model['descriptor']
    readonly baseUrl: string
    readonly environment: Readonly<Record<string, string | undefined>>
    readonly baseline: readonly KnownFailure[]
  },
): Promise<ContractSettings> {
  const { seed, budget, undocumentedFields } = config
  return {
    target: await buildTarget(config, given),
    select: selectionOf(config),
    baseline: given.baseline,
    ...(seed !== undefined && { seed }),
    ...(budget !== undefined && { budget }),
    ...(undocumentedFields !== undefined && { undocumentedFields }),
  }
}

function selectionOf(config: VerifyConfig): Selection {
  const { operations, tags, rules, grades, skipOperations, skipTags, skipRules } = config
  return {
    ...(operations !== undefined && { operations }),
    ...(tags !== undefined && { tags }),
    ...(rules !== undefined && { rules }),
    ...(grades !== undefined && { grades }),
    ...(skipOperations !== undefined && { skipOperations }),
    ...(skipTags !== undefined && { skipTags }),
    ...(skipRules !== undefined && { skipRules }),
  }
}
