import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { fromKysely, type Job, PgBoss, type Queue } from 'pg-boss'
import type { DatabaseTarget } from '../database/connection.ts'
import type { Database } from '../database/schema.ts'
import type { Log } from '../observability/log.ts'
import { inSpan } from '../tracing/spans.ts'

/** Queues jobs for the workers of any process. */
export interface Jobs {
  /**
   * Queues a job.
   * @throws Error if no definition uses the queue.
   */
  send<Data extends object>(queue: string, data: Data, options?: QueueOptions): Promise<void>
}

export interface QueueOptions {
  /** Earliest start. */
  readonly startAfter?: Date
  /** A new job is dropped while a job with the same key is waiting in the queue. */
  readonly singletonKey?: string
  readonly retryLimit?: number
  /** The job's owner, if the queue has a share for each owner. */
  readonly group?: string
  /** Jobs with a higher priority run first. Default: 0. */
  readonly priority?: number
  /** Transaction in which the job is queued. The job exists only if the transaction commits. */
  readonly db?: Kysely<Database> | Transaction<Database>
}

/** Defines the jobs in one queue. */
export interface JobDefinition<Data extends object = object> {
  readonly queue: string
  /**
   * Executes a job. If it throws or its process dies, the job runs again after a growing delay, so two runs
   * must have the same result as one. The signal aborts if the process stops or another process has taken
   * over the job.
   * @throws HopelessJob if the job must not be retried.
   */
  run(data: Data, context: JobContext): Promise<void>
  /** Queues a job without data at these times, in UTC unless a time zone is given. */
  readonly cron?: { readonly expression: string; readonly timeZone?: string }
  /** Maximum number of jobs that one process executes at a time. Default: 1. */
  readonly concurrency?: number
  /**
   * Maximum number of jobs in one group that all processes together execute at a time. Default: unlimited.
   */
  readonly share?: number
  /** Maximum number of further attempts after a job's first attempt. Default: 5. */
  readonly retryLimit?: number
  /** Delay before the first retry, in seconds. It approximately doubles for each further retry. */
  readonly retryDelay?: number
  /** Maximum delay between retries, in seconds. Default: 600. */
  readonly longestRetryDelay?: number
}

/** A job's own context. */
export interface JobContext {
  /** Identical for all attempts. */
  readonly id: string
  readonly signal: AbortSignal
}

/** Thrown by a job that cannot succeed on any retry, so it is abandoned. */
export class HopelessJob extends Error {
  override readonly name = 'HopelessJob'
}

/** The job queues and this process's workers. */
export interface JobRunner extends Jobs {
  /**
   * Creates the queues and, if the role includes workers, schedules recurring jobs and starts the workers.
   */
  start(definitions: readonly JobDefinition[]): Promise<void>
  /** Signals running jobs to stop, waits for them, and closes the connections. */
  stop(): Promise<void>
}

/** A process's role: to answer requests, execute jobs, or both. */
export type ProcessRole = 'web' | 'worker' | 'all'

const schema = 'jobs'

/** Number of seconds without a heartbeat after which another process takes over a job. */
const heartbeatSeconds = 10

/** Interval between searches for jobs whose process died, in seconds. */
const monitorSeconds = 5

/** Time limit for a job, in seconds; no job takes a day. */
const longestJob = 24 * 3600 - 1

/** Time until a waiting job is discarded, in seconds; longer than any downtime. */
const longestWait = 365 * 24 * 3600

/** Interval between checks of an empty queue, in seconds. A free worker finds a new job within this time. */
const pollingSeconds = 0.5

/**
 * Time that a stopping process waits for its jobs, in milliseconds. Other processes take over unfinished
 * jobs.
 */
const stopPatience = 20_000

const retries = { retryLimit: 5, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 } as const

export interface JobOptions {
  readonly target: DatabaseTarget
  readonly role: ProcessRole
  readonly log: Log
}

/**
 * Creates queues in PostgreSQL, in a separate schema. All processes can share them: each job is executed by
 * one process.
 */
export function createJobs(options: JobOptions): JobRunner {
  return new PostgresJobs(options)
}

class PostgresJobs implements JobRunner {
  readonly #boss: PgBoss
  readonly #log: Log
  readonly #works: boolean
  readonly #stopping = new AbortController()
  readonly #workers = new Map<string, string[]>()
  #queues: ReadonlySet<string> = new Set()

  constructor({ target, role, log }: JobOptions) {
    this.#log = log
    this.#works = role !== 'web'
    this.#boss = new PgBoss({
      ...target,
      schema,
      max: this.#works ? 5 : 2,
      application_name: 'concordat jobs',
      supervise: this.#works,
      schedule: this.#works,
      superviseIntervalSeconds: monitorSeconds,
      monitorIntervalSeconds: monitorSeconds,
    })
    // A lost connection is reported here; the next check of the queue opens a new one.
    this.#boss.on('error', (error) => log.error('jobs failed', { error: error.message }))
  }

  async send<Data extends object>(
    queue: string,
    data: Data,
    { db, startAfter, group, singletonKey = randomUUID(), ...options }: QueueOptions = {},
  ): Promise<void> {
    this.#assertDefined(queue)
    await this.#boss.send(queue, data, {
      ...options,
      ...onlyLater(startAfter),
      singletonKey,
      ...(group !== undefined && { group: { id: group } }),
      ...(db && { db: fromKysely(db) }),
    })
    if (db === undefined) this.#wake(queue)
  }

  async start(definitions: readonly JobDefinition[]): Promise<void> {
    await this.#boss.start()
    await declareQueues(this.#boss, definitions)
    this.#queues = new Set(definitions.map(({ queue }) => queue))
    if (!this.#works) return
    await declareTimes(this.#boss, definitions)
    for (const definition of definitions) await this.#startWorkers(definition)
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The process stops.'))
    await this.#boss.stop({ graceful: true, timeout: stopPatience })
  }

  /** Starts a separate worker for each concurrent job, because the library wakes a worker by its id. */
  async #startWorkers(definition: JobDefinition): Promise<void> {
    const { queue, concurrency = 1, share } = definition
    const options = {
      pollingIntervalSeconds: pollingSeconds,
      ...(share !== undefined && { groupConcurrency: share }),
    }
    const ids: string[] = []
    this.#workers.set(queue, ids)
    for (let made = 0; made < concurrency; made += 1) {
      const id = await this.#boss.work<object>(queue, options, async (jobs) => {
        for (const job of jobs) await this.#run(definition, job)
        this.#wake(queue)
      })
      ids.push(id)
    }
  }

  async #run(definition: JobDefinition, job: Job<object>): Promise<void> {
    try {
      const signal = AbortSignal.any([job.signal, this.#stopping.signal])
      const name = `process ${definition.queue}`
      const attributes = {
        'messaging.operation.name': 'process',
        'messaging.destination.name': definition.queue,
      }
      // The span has no parent, because whatever woke the worker is already over.
      const start = { name, kind: 'consumer', attributes, partOf: {} } as const
      await inSpan(start, () => definition.run(job.data, { id: job.id, signal }))
    } catch (error) {
      const about = { queue: definition.queue, job: job.id, attempt: job.retryCount + 1 }
      if (error instanceof HopelessJob) {
        this.#log.error('job given up', { ...about, error: error.message })
        await this.#boss.cancel(definition.queue, job.id)
        return
      }
      this.#log.error('job failed', {
        ...about,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
      throw error
    }
  }

  /** Makes the workers check for jobs immediately. A busy worker checks when it is done. */
  #wake(queue: string): void {
    for (const id of this.#workers.get(queue) ?? []) this.#boss.notifyWorker(id)
  }

  #assertDefined(queue: string): void {
    if (!this.#queues.has(queue)) throw new Error(`The queue "${queue}" is not defined.`)
  }
}

/**
 * Omits a start time in the past. The longest wait counts from the start time, so a job that was due long ago
 * would be discarded immediately.
 */
function onlyLater(startAfter: Date | undefined): { startAfter?: Date } {
  return startAfter !== undefined && startAfter.getTime() > Date.now() ? { startAfter } : {}
}

/** Creates missing queues, and updates queues from other versions. */
async function declareQueues(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const definition of definitions) {
    const { queue: name } = definition
    const options = optionsOf(definition)
    // "short" lets only one job with the same key wait at a time.
    const wanted = { ...options, policy: 'short' } as const
    if (isSame(wanted, known.get(name))) continue
    await boss.createQueue(name, wanted)
    await boss.updateQueue(name, options)
  }
}

/**
 * Schedules recurring jobs. Skips unchanged schedules, because setting one makes the library load calendar
 * data.
 */
async function declareTimes(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  const known = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const { queue, cron } of definitions) {
    const set = known.get(queue)
    if (cron === undefined) {
      if (set !== undefined) await boss.unschedule(queue)
      continue
    }
    const { expression, timeZone = 'UTC' } = cron
    if (isSame({ cron: expression, timezone: timeZone }, set)) continue
    await boss.schedule(queue, expression, {}, { tz: timeZone })
  }
}

function optionsOf({
  retryLimit = retries.retryLimit,
  retryDelay = retries.retryDelay,
  longestRetryDelay = retries.retryDelayMax,
}: JobDefinition): Omit<Queue, 'name' | 'policy' | 'partition'> {
  return {
    ...retries,
    retryLimit,
    retryDelay,
    retryDelayMax: longestRetryDelay,
    heartbeatSeconds,
    expireInSeconds: longestJob,
    retentionSeconds: longestWait,
  }
}

/** True if the stored value contains all wanted properties. */
function isSame(wanted: object, stored: object | undefined): boolean {
  return (
    stored !== undefined &&
    Object.entries(wanted).every(([name, value]) => Reflect.get(stored, name) === value)
  )
}
