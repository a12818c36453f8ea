import type { DocumentDescriptor } from '@concordat/runtime/http'
import { TargetError } from '../../data/outcome/target-error.ts'
import { Coverage } from '../coverage/coverage.ts'
import { type PerformOptions, perform } from '../perform.ts'
import type { Selection } from '../plan/selection.ts'
import { stepOf } from '../plan/step.ts'
import type { FromWorker, ToWorker, WorkerOrder } from './message.ts'

/** Interval at which a worker tells that it is alive. */
const ALIVE_MS = 250

/** Settings that the entry file of a worker makes of its input: functions and all. */
export type WorkerSettings = Pick<
  PerformOptions,
  'target' | 'seed' | 'budget' | 'jobs' | 'undocumentedFields' | 'inventory' | 'mostMs'
> & {
  /** True if each request is told with its answer, or with why it has none. Default: not. */
  readonly keepsExchanges?: boolean
  readonly select?: Selection | undefined
}

/** Makes the settings, in the worker, of what `superviseContract` was given. */
type Prepare = (given: unknown, document: DocumentDescriptor) => Promise<WorkerSettings>

/**
 * For the entry file of a worker: runs what `superviseContract` orders, and tells it all that happens.
 * @throws Error in a process that `superviseContract` did not start.
 */
export function runInWorker(prepare: Prepare): void {
  if (process.send === undefined) throw new Error('This file is the entry of a worker.')
  const tell = (message: FromWorker): void => {
    if (process.connected) process.send?.(message)
  }
  const stop = new AbortController()
  // A terminal sends its signals to all processes of a group: when this one is to end, the other one says so.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {})
  process.on('disconnect', () => process.exit())
  process.on('uncaughtException', (error: unknown) => {
    const { message, stack } = error instanceof Error ? error : { message: String(error) }
    process.send?.({ kind: 'fails', message, stack: stack ?? message }, () => process.exit(1))
  })
  setInterval(() => tell({ kind: 'alive' }), ALIVE_MS)
  tell({ kind: 'alive' })
  process.on('message', async (message: ToWorker) => {
    if (message.kind === 'stop') stop.abort(message.why)
    else await carryOut(message.order, { prepare, tell, signal: stop.signal })
  })
}

async function carryOut(
  order: WorkerOrder,
  {
    prepare,
    tell,
    signal,
  }: {
    readonly prepare: Prepare
    readonly tell: (message: FromWorker) => void
    readonly signal: AbortSignal
  },
): Promise<void> {
  const { document, base, decided, memory } = order
  const coverage = new Coverage(document)
  try {
    const settings = await prepare(order.given, document)
    await perform({
      ...{ document, base, decided, memory, signal },
      ...settings,
      // A worker before this one may have written already: only what it read before can be compared with.
      inventory: settings.inventory === true && (memory.worker === 1 || memory.snapshots !== undefined),
      steps: order.steps.map((step) => stepOf(document, step, settings.select)),
      suspects: order.suspects.map((step) => stepOf(document, step, settings.select)),
      tell(event) {
        tell(event)
        if (event.kind === 'ends') tell({ kind: 'covers', counts: coverage.drain() })
      },
      onExchange: (plan, answer) => coverage.observe(plan, answer),
      ...(settings.keepsExchanges === true && {
        onRecord: (exchange) => tell({ kind: 'exchanged', exchange }),
      }),
    })
    tell({ kind: 'done' })
  } catch (error) {
    if (!(error instanceof TargetError)) throw error
    tell({ kind: 'unusable', message: error.message })
  }
}
