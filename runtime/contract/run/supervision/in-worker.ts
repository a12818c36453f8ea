import type { DocumentDescriptor } from '@concordat/runtime/http'
import { TargetError } from '../../data/outcome/target-error.ts'
import { Coverage } from '../coverage/coverage.ts'
import { type PerformOptions, performSteps } from '../perform.ts'
import type { Selection } from '../plan/selection.ts'
import { runStepNamed } from '../plan/step.ts'
import type { FromWorker, ToWorker, WorkerOrder } from './message.ts'

/** Interval, in milliseconds, at which a worker reports that it is alive. */
const ALIVE_MS = 250

/** Settings, including functions, that a worker's entry file creates from its input. */
export type WorkerSettings = Pick<
  PerformOptions,
  'target' | 'seed' | 'budget' | 'jobs' | 'undocumentedFields' | 'inventory' | 'mostMs'
> & {
  /**
   * True if each request is reported with its response, or with the reason why there is none. Default: false.
   */
  readonly keepsExchanges?: boolean
  readonly select?: Selection | undefined
}

/** Creates the settings, in the worker, from the input of `superviseContract`. */
type Prepare = (given: unknown, document: DocumentDescriptor) => Promise<WorkerSettings>

/**
 * Carries out the order from `superviseContract`, and reports all events. For a worker's entry file.
 * @throws Error in a process that `superviseContract` did not start.
 */
export function runInWorker(prepare: Prepare): void {
  if (process.send === undefined)
    throw new Error('This file is a worker entry point and cannot be run directly.')
  const tell = (message: FromWorker): void => {
    if (process.connected) process.send?.(message)
  }
  const stop = new AbortController()
  // Ignores signals, because a terminal sends them to all processes in a group, but the supervisor decides
  // when this process ends.
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
    await performSteps({
      ...{ document, base, decided, memory, signal },
      ...settings,
      // If an earlier worker may have written something, only lists that it read before that can be compared.
      inventory: settings.inventory === true && (memory.worker === 1 || memory.snapshots !== undefined),
      steps: order.steps.map((step) => runStepNamed(document, step, settings.select)),
      suspects: order.suspects.map((step) => runStepNamed(document, step, settings.select)),
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
