import { type PerformOptions, perform } from './perform.ts'
import { Book, type BookOptions } from './state/book.ts'
import type { ContractReport } from './state/contract-report.ts'

export interface RunOptions
  extends Omit<BookOptions, 'baseUrl' | 'steps'>,
    Pick<
      PerformOptions,
      'target' | 'jobs' | 'budget' | 'undocumentedFields' | 'inventory' | 'signal' | 'onExchange' | 'onRecord'
    > {}

/**
 * Runs every check that applies to every operation, in this thread, and removes what it created, also after a failure.
 * @throws TargetError when the target as a whole is unusable, and nothing was judged.
 * @throws SelectionError when the selection names an operation, a rule or a grade that does not exist.
 */
export async function runContract(options: RunOptions): Promise<ContractReport> {
  const { signal, target } = options
  const book = new Book({ ...options, baseUrl: target.baseUrl })
  await perform({
    ...options,
    steps: book.steps,
    tell: (event) => book.note(event),
  })
  if (signal?.aborted === true) book.end(String(signal.reason))
  return book.report()
}
