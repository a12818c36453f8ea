import { type Kysely, sql } from 'kysely'
import type { PoolState } from '../database/connection.ts'
import type { Database } from '../database/schema.ts'
import type { Log } from './log.ts'
import type { Metric } from './metrics.ts'

/** Memory and processor time of this process, under the names that Prometheus's own clients give them. */
export function readProcessMetrics(): readonly Metric[] {
  const { user, system } = process.cpuUsage()
  const one = (name: string, type: Metric['type'], help: string, value: number): Metric => ({
    name,
    type,
    help,
    samples: [{ value }],
  })
  return [
    one('process_cpu_seconds_total', 'counter', 'Processor time.', (user + system) / 1e6),
    one('process_resident_memory_bytes', 'gauge', 'Memory held.', process.memoryUsage.rss()),
    one('process_start_time_seconds', 'gauge', 'Start, since 1970.', Date.now() / 1000 - process.uptime()),
  ]
}

export function poolMetrics({ total, idle, waiting }: PoolState): readonly Metric[] {
  return [
    {
      name: 'concordat_database_connections',
      help: 'Connections of the pool by state.',
      type: 'gauge',
      samples: [
        { labels: { state: 'busy' }, value: total - idle },
        { labels: { state: 'idle' }, value: idle },
      ],
    },
    {
      name: 'concordat_database_waiting',
      help: 'Queries that wait for a connection.',
      type: 'gauge',
      samples: [{ value: waiting }],
    },
  ]
}

interface QueueRow {
  readonly name: string
  readonly queued_count: number
  readonly active_count: number
  readonly failed_count: number
}

/**
 * Jobs of all processes together, as the workers counted them last: counting here would read every job. Without a
 * database there are none: the other metrics matter most just then.
 */
export async function readJobMetrics(db: Kysely<Database>, log: Log): Promise<readonly Metric[]> {
  const rows = await readQueues(db).catch((error) => {
    log.warn('jobs not counted', { error: String(error) })
    return []
  })
  return [
    {
      name: 'concordat_jobs',
      help: 'Jobs by queue and state.',
      type: 'gauge',
      samples: rows.flatMap(({ name, queued_count, active_count, failed_count }) => [
        { labels: { queue: name, state: 'queued' }, value: queued_count },
        { labels: { queue: name, state: 'active' }, value: active_count },
        { labels: { queue: name, state: 'failed' }, value: failed_count },
      ]),
    },
  ]
}

/** The queues of the library itself begin with two underscores. */
async function readQueues(db: Kysely<Database>): Promise<readonly QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select name, queued_count, active_count, failed_count from jobs.queue
    where not starts_with(name, '__') order by name`.execute(db)
  return rows
}
