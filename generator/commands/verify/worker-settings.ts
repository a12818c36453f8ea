import type { WorkerSettings } from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { onlyGivenConfig } from '../../configuration/given-config.ts'
import { durationMilliseconds } from '../../options/kinds/duration.ts'
import type { Given } from '../../options/options.ts'
import { environmentWithKey } from './settings/environment.ts'
import { judgedConfig } from './settings/judged-config.ts'
import { buildSettings } from './settings/settings.ts'

/** Settings for a run's worker. */
export interface WorkerGiven {
  readonly given: Given
  readonly baseUrl: string
  /** True if the worker reports each request with its response, for report files or for proposals. */
  readonly keepsExchanges: boolean
}

/**
 * Reads a run's settings in the worker process, including the configuration's functions, none of which it
 * calls.
 */
export async function workerSettings(handed: unknown, document: DocumentDescriptor): Promise<WorkerSettings> {
  const { given, baseUrl, keepsExchanges } = handed as WorkerGiven
  const verify = judgedConfig(await onlyGivenConfig(given), given)
  const environment = environmentWithKey(given)
  const { target, select, seed, budget, undocumentedFields } = await buildSettings(verify, {
    ...{ document, baseUrl, environment, baseline: [] },
  })
  const inventory = select?.operations === undefined && target.readOnly !== true
  const limits = {
    inventory,
    keepsExchanges,
    jobs: verify.jobs,
    mostMs: durationMilliseconds(verify.maxTime),
  }
  return { target, select, seed, budget, undocumentedFields, ...limits }
}
