import { type PerformOptions, performSteps } from './perform.ts'
import type { ContractReport } from './state/contract-report.ts'
import { RunRecord, type RunRecordOptions } from './state/run-record.ts'

export interface RunOptions
  extends Omit<RunRecordOptions, 'baseUrl' | 'steps'>,
    Pick<
      PerformOptions,
      'target' | 'jobs' | 'budget' | 'undocumentedFields' | 'inventory' | 'signal' | 'onExchange' | 'onRecord'
    > {}

/**
 * Runs, in this thread, all checks that apply to the operations, and removes created items, even after a
 * failure.
 * @throws TargetError if the target as a whole is unusable, and nothing was judged.
 * @throws SelectionError if a name in the selection matches nothing.
 */
export async function runContract(options: RunOptions): Promise<ContractReport> {
  const { signal, target } = options
  const record = new RunRecord({ ...options, baseUrl: target.baseUrl })
  await performSteps({
    ...options,
    steps: record.results.steps,
    tell: (event) => record.note(event),
  })
  if (signal?.aborted === true) record.end(String(signal.reason))
  return record.report()
}
