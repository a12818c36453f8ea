import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DatabaseTarget } from '../../database/connection.ts'
import type { Database } from '../../database/schema.ts'
import type { Log } from '../../observability/log.ts'
import { traceHeaders } from '../../tracing/spans.ts'
import type { RunKey } from '../runs/run-log.ts'
import { endExportAttempt } from './end-attempt.ts'
import { type ExportingSettings, type FromProcess, memoryExceeded, type ToProcess } from './messages.ts'
import type { AttemptOutcome } from './outcome.ts'

/** Processes that each execute one run at a time, so that a destination cannot crash the service. */
export interface Exporters {
  /** Maximum number of processes. */
  readonly most: number
  /**
   * Attempts a run in one of the processes. If the process dies, the attempt fails.
   * @throws Error if the service stops or the database becomes unavailable during the attempt.
   */
  attempt(run: RunKey, signal: AbortSignal): Promise<AttemptOutcome>
  /** Ends the processes. */
  stop(): Promise<void>
}

export interface ExporterOptions extends Omit<ExportingSettings, 'target'> {
  readonly db: Kysely<Database>
  readonly target: DatabaseTarget
  readonly log: Log
  readonly most: number
}

/**
 * Milliseconds that a run has to end after it is told to stop, or after its time limit, before its process is
 * killed.
 */
const patience = 30_000

/** Creates the exporting processes, which are started on demand and kept. */
export function createExporters(options: ExporterOptions): Exporters {
  return new ForkedExporters(options)
}

class ForkedExporters implements Exporters {
  readonly most: number
  readonly #db: Kysely<Database>
  readonly #log: Log
  readonly #settings: ExportingSettings
  readonly #all = new Set<ChildProcess>()
  readonly #idle: ChildProcess[] = []

  constructor({ db, log, most, ...settings }: ExporterOptions) {
    this.most = most
    this.#db = db
    this.#log = log
    this.#settings = settings
  }

  async attempt(run: RunKey, signal: AbortSignal): Promise<AttemptOutcome> {
    signal.throwIfAborted()
    const child = this.#idle.pop() ?? this.#begin()
    const stop = () => tell(child, { stop: true })
    const limit = new AbortController()
    const end = () => child.kill('SIGKILL')
    signal.addEventListener('abort', stop, { once: true })
    signal.addEventListener('abort', () => void after(patience, limit.signal, end), { once: true })
    void after(this.#settings.runSeconds * 1000 + patience, limit.signal, end)
    try {
      const answer = this.#nextAnswer(child)
      tell(child, { run, trace: traceHeaders() })
      const result = await answer
      if ('outcome' in result) {
        this.#idle.push(child)
        return result.outcome
      }
      if ('error' in result) {
        this.#idle.push(child)
        throw new Error(result.error)
      }
      signal.throwIfAborted()
      this.#log.warn('exporting process ended', { run: run.id, pid: child.pid, reason: result.end })
      return await endExportAttempt({ db: this.#db, retryDelay: this.#settings.retryDelay }, run, result.end)
    } finally {
      limit.abort()
      signal.removeEventListener('abort', stop)
    }
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.#all].map(async (child) => {
        const exit = once(child, 'exit')
        child.disconnect()
        await Promise.race([exit, sleep(2000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))])
      }),
    )
  }

  #begin(): ChildProcess {
    const child = fork(path.join(import.meta.dirname, 'exporting-process.ts'), {
      env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() },
      execArgv: [`--max-old-space-size=${this.#settings.memoryMegabytes}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#all.add(child)
    child.once('exit', () => {
      this.#all.delete(child)
      const at = this.#idle.indexOf(child)
      if (at >= 0) this.#idle.splice(at, 1)
    })
    child.on('error', (error) => this.#log.error('exporting process failed', { error: error.message }))
    tell(child, { settings: this.#settings })
    return child
  }

  /** The next message from the process or, if the process ends first, the reason. */
  #nextAnswer(child: ChildProcess): Promise<FromProcess | { readonly end: string }> {
    return new Promise((resolve) => {
      const message = (received: unknown) => {
        child.off('exit', exit)
        resolve(received as FromProcess)
      }
      const exit = (code: number | null, signal: NodeJS.Signals | null) => {
        child.off('message', message)
        resolve({ end: reasonOf({ code, signal, memoryMegabytes: this.#settings.memoryMegabytes }) })
      }
      child.once('message', message)
      child.once('exit', exit)
    })
  }
}

/** Sends a message. A process that has just died receives nothing; its end is handled elsewhere. */
function tell(child: ChildProcess, message: ToProcess): void {
  if (child.connected) child.send(message, () => {})
}

async function after(milliseconds: number, signal: AbortSignal, act: () => void): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal, ref: false })
    act()
  } catch {
    // Aborted: the action is no longer needed.
  }
}

/** When V8 runs out of memory, it ends the process with SIGABRT, which some systems report as code 134. */
function reasonOf({
  code,
  signal,
  memoryMegabytes,
}: {
  code: number | null
  signal: NodeJS.Signals | null
  memoryMegabytes: number
}): string {
  if (code === memoryExceeded || code === 134 || signal === 'SIGABRT')
    return `The export process exceeded its memory limit of ${memoryMegabytes} MB and was stopped.`
  return `The export process ended with ${signal ?? `code ${code}`}.`
}
