import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { fromKysely, type Job, PgBoss, type Queue } from 'pg-boss'
import type { DatabaseTarget } from '../database/connection.ts'
import type { Database } from '../database/schema.ts'
import type { Log } from '../observability/log.ts'
import { inSpan } from '../tracing/spans.ts'

/** Puts work into queues, from where a process with workers takes it. */
export interface Jobs {
  /**
   * Puts a job into a queue that the registry defines.
   * @throws Error when no definition names the queue.
   */
  send<Data extends object>(queue: string, data: Data, options?: SendOptions): Promise<void>
}

export interface SendOptions {
  /** The job is not begun before. */
  readonly startAfter?: Date
  /** While a job with the same key waits in the queue, this one is left out. */
  readonly singletonKey?: string
  readonly retryLimit?: number
  /** Whose job it is, where the queue has a share for each. */
  readonly group?: string
  /** Jobs with a higher one go first; 0 by default. */
  readonly priority?: number
  /** The transaction that the job belongs to: the job exists when, and only when, that commits. */
  readonly db?: Kysely<Database> | Transaction<Database>
}

/** Definition of the jobs of one queue. */
export interface JobDefinition<Data extends object = object> {
  readonly queue: string
  /**
   * Does a job. If it throws, or its process dies, the job runs again after a growing delay:
   * two runs must have the same result as one. The signal aborts if the process stops, or if
   * another process has taken the job.
   * @throws HopelessJob when it is not to be tried again.
   */
  run(data: Data, context: JobContext): Promise<void>
  /** Sends a job without data at these moments. UTC unless another zone is named. */
  readonly cron?: { readonly expression: string; readonly timeZone?: string }
  /** Jobs that one process does at a time; 1 by default. */
  readonly concurrency?: number
  /** Jobs of one group that all processes together do at a time; any number by default. */
  readonly share?: number
  /** Number of further attempts after a job's first one. */
  readonly retryLimit?: number
  /** Seconds before the first of these attempts; before each further one it is about twice as long. */
  readonly retryDelay?: number
  /** Seconds that these delays grow to; 600 by default. */
  readonly longestRetryDelay?: number
}

/** Facts that a job knows about itself. */
export interface JobContext {
  /** The same in all attempts. */
  readonly id: string
  readonly signal: AbortSignal
}

/** Thrown by a job that no further attempt can do: it is given up. */
export class HopelessJob extends Error {
  override readonly name = 'HopelessJob'
}

/** Jobs, and the workers of this process. */
export interface JobRunner extends Jobs {
  /**
   * Makes the queues, sets the times of the recurring ones, and begins to work unless the role forbids it.
   */
  start(definitions: readonly JobDefinition[]): Promise<void>
  /** Tells the jobs under way to stop, waits for them, and lets go of the connections. */
  stop(): Promise<void>
}

/** Role of a process: to answer requests, do jobs, or both. */
export type Role = 'web' | 'worker' | 'all'

const schema = 'jobs'

/** Seconds without a sign of life from a job's process until the job goes to another one. */
const heartbeatSeconds = 10

/** Seconds between looks for jobs whose process died. */
const monitorSeconds = 5

/** Seconds that a job may take: none takes a day. */
const longestJob = 24 * 3600 - 1

/** Seconds that a job waits for a worker before it is thrown away: longer than any standstill. */
const longestWait = 365 * 24 * 3600

/** Seconds between looks into an empty queue, which is how long a job waits at most when a worker is free. */
const pollingSeconds = 0.5

/** Milliseconds that a stopping process waits for its jobs; those that are late go to another process. */
const stopPatience = 20_000

const retries = { retryLimit: 5, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 } as const

export interface JobOptions {
  readonly target: DatabaseTarget
  readonly role: Role
  readonly log: Log
}

/**
 * Makes queues in PostgreSQL, in a schema of their own. Every process may do so: one of them does each job.
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
    // A lost connection is reported here; the next look into the queue makes another.
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

  /** Each a worker of its own: the library wakes one by its id. */
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
      // A part of nothing: whatever has woken the worker is done already.
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

  /** Lets the workers look for the next job at once. One that is at work looks when it is done. */
  #wake(queue: string): void {
    for (const id of this.#workers.get(queue) ?? []) this.#boss.notifyWorker(id)
  }

  #assertDefined(queue: string): void {
    if (!this.#queues.has(queue)) throw new Error(`No definition names the queue "${queue}".`)
  }
}

/** The longest wait counts from the start: a job that was due long ago would be thrown away at once. */
function onlyLater(startAfter: Date | undefined): { startAfter?: Date } {
  return startAfter !== undefined && startAfter.getTime() > Date.now() ? { startAfter } : {}
}

/** Makes the queues that are not there, and brings up to date those that another version has left. */
async function declareQueues(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const definition of definitions) {
    const { queue: name } = definition
    const options = optionsOf(definition)
    // Short: of the jobs with one key, one waits at a time.
    const wanted = { ...options, policy: 'short' } as const
    if (isSame(wanted, known.get(name))) continue
    await boss.createQueue(name, wanted)
    await boss.updateQueue(name, options)
  }
}

/** Sets the times of recurring jobs. Unchanged ones are left alone, since a check of one loads calendars. */
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

/** True if the stored value contains all that is wanted. */
function isSame(wanted: object, stored: object | undefined): boolean {
  return (
    stored !== undefined &&
    Object.entries(wanted).every(([name, value]) => Reflect.get(stored, name) === value)
  )
}
