import type { WorkerSettings } from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { onlyConfig } from '../../configuration/given-config.ts'
import { millisecondsOf } from '../../options/kinds/duration.ts'
import type { Given } from '../../options/options.ts'
import { environmentWith } from './settings/environment.ts'
import { judgedConfig } from './settings/judged-config.ts'
import { buildSettings } from './settings/settings.ts'

/** Settings that the worker of a run gets. */
export interface WorkerGiven {
  readonly given: Given
  readonly baseUrl: string
  /** True if a report holds the run's requests. */
  readonly keepsExchanges: boolean
}

/**
 * The settings of a run, including functions of the configuration, as the other process
 * reads them without calling any.
 */
export async function workerSettings(handed: unknown, document: DocumentDescriptor): Promise<WorkerSettings> {
  const { given, baseUrl, keepsExchanges } = handed as WorkerGiven
  const verify = judgedConfig(await onlyConfig(given), given)
  const environment = environmentWith(given)
  const { target, select, seed, budget, undocumentedFields } = await buildSettings(verify, {
    ...{ document, baseUrl, environment, baseline: [] },
  })
  const inventory = select?.operations === undefined && target.readOnly !== true
  const limits = { inventory, keepsExchanges, jobs: verify.jobs, mostMs: millisecondsOf(verify.maxTime) }
  return { target, select, seed, budget, undocumentedFields, ...limits }
}
