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
   * @throws Error if no definition has the queue.
   */
  send<Data extends object>(queue: string, data: Data, options?: SendOptions): Promise<void>
}

export interface SendOptions {
  /** Earliest start. */
  readonly startAfter?: Date
  /** While a job with the same key waits in the queue, this one is dropped. */
  readonly singletonKey?: string
  readonly retryLimit?: number
  /** Owner of the job, if the queue has a share for each owner. */
  readonly group?: string
  /** Jobs with a higher one go first; 0 by default. */
  readonly priority?: number
  /** A transaction: the job exists only if it commits. */
  readonly db?: Kysely<Database> | Transaction<Database>
}

/** Definition of the jobs of one queue. */
export interface JobDefinition<Data extends object = object> {
  readonly queue: string
  /**
   * Executes a job. If it throws, or its process dies, the job runs again after a growing delay: two runs
   * must have the same result as one. The signal aborts if the process stops or another process has taken the
   * job.
   * @throws HopelessJob if it must not be retried.
   */
  run(data: Data, context: JobContext): Promise<void>
  /** Queues a job without data at these times, in UTC unless another zone is given. */
  readonly cron?: { readonly expression: string; readonly timeZone?: string }
  /** Maximum number of jobs that one process executes at a time; 1 by default. */
  readonly concurrency?: number
  /**
   * Maximum number of jobs of one group that all processes together execute at a time; unlimited by default.
   */
  readonly share?: number
  /** Number of further attempts after a job's first one. */
  readonly retryLimit?: number
  /** Seconds before the first retry; doubled approximately for each next one. */
  readonly retryDelay?: number
  /** Maximum of these delays in seconds; 600 by default. */
  readonly longestRetryDelay?: number
}

/** A job's own context. */
export interface JobContext {
  /** The same for all attempts. */
  readonly id: string
  readonly signal: AbortSignal
}

/** Thrown by a job that cannot succeed on any retry: it is abandoned. */
export class HopelessJob extends Error {
  override readonly name = 'HopelessJob'
}

/** Jobs, and the workers of this process. */
export interface JobRunner extends Jobs {
  /** Creates the queues, schedules recurring jobs, and starts the workers if the role includes them. */
  start(definitions: readonly JobDefinition[]): Promise<void>
  /** Signals running jobs to stop, waits for them, and closes the connections. */
  stop(): Promise<void>
}

/** Role of a process: to answer requests, do jobs, or both. */
export type Role = 'web' | 'worker' | 'all'

const schema = 'jobs'

/** Seconds without a heartbeat of a job's process until another one takes the job. */
const heartbeatSeconds = 10

/** Seconds between searches for jobs whose process died. */
const monitorSeconds = 5

/** Seconds that a job may take: no job takes a day. */
const longestJob = 24 * 3600 - 1

/** Seconds until a waiting job is discarded: longer than any downtime. */
const longestWait = 365 * 24 * 3600

/** Seconds between checks of an empty queue: the longest that a job waits for a free worker. */
const pollingSeconds = 0.5

/**
 * Milliseconds that a stopping process waits for its jobs; other processes take those that are unfinished.
 */
const stopPatience = 20_000

const retries = { retryLimit: 5, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 } as const

export interface JobOptions {
  readonly target: DatabaseTarget
  readonly role: Role
  readonly log: Log
}

/**
 * Creates queues in PostgreSQL, in a separate schema. Every process may do so; each job is executed by one of
 * them.
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
    // A lost connection is reported here; the next check of the queue opens another.
    this.#boss.on('error', (error) => log.error('jobs failed', { error: error.message }))
  }

  async send<Data extends object>(
    queue: string,
    data: Data,
    { db, startAfter, group, singletonKey = randomUUID(), ...options }: SendOptions = {},
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

  /** A separate worker for each: the library wakes a worker by its id. */
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
      // Without a parent span: whatever woke the worker is already over.
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

  /** Lets the workers check for jobs at once. A busy worker checks when it is done. */
  #wake(queue: string): void {
    for (const id of this.#workers.get(queue) ?? []) this.#boss.notifyWorker(id)
  }

  #assertDefined(queue: string): void {
    if (!this.#queues.has(queue)) throw new Error(`No definition names the queue "${queue}".`)
  }
}

/** The longest wait counts from the start: a job due long ago would be discarded at once. */
function onlyLater(startAfter: Date | undefined): { startAfter?: Date } {
  return startAfter !== undefined && startAfter.getTime() > Date.now() ? { startAfter } : {}
}

/** Creates missing queues, and updates those of other versions. */
async function declareQueues(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const definition of definitions) {
    const { queue: name } = definition
    const options = optionsOf(definition)
    // Short: only one job with the same key waits at a time.
    const wanted = { ...options, policy: 'short' } as const
    if (isSame(wanted, known.get(name))) continue
    await boss.createQueue(name, wanted)
    await boss.updateQueue(name, options)
  }
}

/** Schedules recurring jobs. Unchanged ones are skipped, since checking one loads calendars. */
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

/** True if the stored value contains all wanted members. */
function isSame(wanted: object, stored: object | undefined): boolean {
  return (
    stored !== undefined &&
    Object.entries(wanted).every(([name, value]) => Reflect.get(stored, name) === value)
  )
}
