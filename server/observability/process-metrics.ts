import { type Kysely, sql } from 'kysely'
import { Counter, Gauge, Registry } from 'prom-client'
import type { PoolState } from '../database/connection.ts'
import type { Database } from '../database/schema.ts'
import type { Log } from './log.ts'

/** A metric whose value is read on request. */
interface Observed {
  readonly name: string
  readonly help: string
  readonly read: () => number
}

function observe(registry: Registry, { name, help, read }: Observed): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

/**
 * Creates a registry with metrics for this process's memory, processor time and start time, under the names
 * that Prometheus's own clients use.
 */
export function createMetricsRegistry(): Registry {
  const registry = new Registry()
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  observe(registry, {
    name: 'process_resident_memory_bytes',
    help: 'Memory held.',
    read: process.memoryUsage.rss,
  })
  observe(registry, {
    name: 'process_start_time_seconds',
    help: 'Start, since 1970.',
    read: () => Date.now() / 1000 - process.uptime(),
  })
  return registry
}

export function registerPoolMetrics(registry: Registry, read: () => PoolState): void {
  new Gauge({
    name: 'concordat_database_connections',
    help: 'Connections in the pool, by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle } = read()
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
    },
  })
  observe(registry, {
    name: 'concordat_database_waiting',
    help: 'Queries waiting for a connection.',
    read: () => read().waiting,
  })
}

/** Changes that are waiting for ClickHouse. */
export interface Lag {
  readonly rows: number
  readonly seconds: number
}

export function registerLagMetrics(registry: Registry, read: () => Promise<Lag>): void {
  const gauge = (name: string, help: string, member: keyof Lag) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await read())[member])
      },
    })
  gauge('concordat_events_waiting', 'Events and person changes not yet written to ClickHouse.', 'rows')
  gauge('concordat_events_lag_seconds', 'Age of the oldest change not yet written to ClickHouse.', 'seconds')
}

interface QueueRow {
  readonly name: string
  readonly queued_count: number
  readonly active_count: number
  readonly failed_count: number
}

/**
 * Registers a metric for the jobs of all processes together, as last counted by the workers, because counting
 * here would read every job. If the database is unavailable, the metric is empty instead of failing, because
 * the other metrics matter most at such a time.
 */
export function registerJobMetrics(
  registry: Registry,
  { db, log }: { db: Kysely<Database>; log: Log },
): void {
  new Gauge({
    name: 'concordat_jobs',
    help: 'Jobs, by queue and state.',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      const rows = await readQueues(db).catch((error) => {
        log.warn('jobs not counted', { error: String(error) })
        return []
      })
      this.reset()
      for (const { name: queue, queued_count, active_count, failed_count } of rows) {
        this.set({ queue, state: 'queued' }, queued_count)
        this.set({ queue, state: 'active' }, active_count)
        this.set({ queue, state: 'failed' }, failed_count)
      }
    },
  })
}

/** Omits the library's own queues, whose names begin with two underscores. */
async function readQueues(db: Kysely<Database>): Promise<readonly QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select name, queued_count, active_count, failed_count from jobs.queue
    where not starts_with(name, '__') order by name`.execute(db)
  return rows
}
