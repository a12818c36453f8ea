import type { ClickHouseClient } from '@clickhouse/client'
import type { Clickhouse } from './client.ts'
import { lacksEventTables } from './failures.ts'

/** All ClickHouse tables. */
export const clickhouseTables = ['persons', 'person_distinct_ids', 'events', 'person_events'] as const
export type ClickhouseTable = (typeof clickhouseTables)[number]

interface TableDefinition {
  readonly columns: string
  /** Skip indexes, which exclude parts of the table in which no row can meet a condition. */
  readonly indexes?: readonly string[]
  /** The version column: of two rows with the same key, the one with the higher version counts. */
  readonly version?: string
  readonly order: string
  readonly partition?: string
}

/**
 * Keys that distribute each table's rows over a cluster. A distinct id and all its events are in the same
 * shard.
 */
export const shardingKeys: Readonly<Record<ClickhouseTable, string>> = {
  persons: 'cityHash64(project_id, id)',
  person_distinct_ids: 'cityHash64(project_id, distinct_id)',
  events: 'cityHash64(project_id, distinct_id)',
  person_events: 'cityHash64(project_id, distinct_id)',
}

/**
 * A fast codec for columns that views read for many events at once. By default, ClickHouse compresses large
 * parts more strongly, which takes time.
 */
const fast = 'CODEC(LZ4)'

const eventColumns = `project_id Int32, uuid UUID ${fast}, event LowCardinality(String), distinct_id String,
  person_id Int64 ${fast}, timestamp Int64 ${fast}, created_at Int64`

const textsColumn = `texts Map(LowCardinality(String), String) ${fast}`

/**
 * Partitions by time of acceptance, because callers choose an event's own time, and a block with a thousand
 * different months would be rejected.
 */
const byMonth = 'toYYYYMM(fromUnixTimestamp64Micro(created_at))'

/**
 * Times are microseconds since 1970. Captured times range from the year 1000 to 9999, which no ClickHouse
 * type covers. Events are stored twice, in two orders. `person_events` is for views and timelines, ordered by
 * person: each person's events are adjacent, and views read only the persons on a page. An event contains the
 * person to whom it belonged when it was stored; `person_distinct_ids` shows which distinct ids have moved
 * since then. `events` contains the captured events by day, for exports and for moving events back.
 */
const definitions: Readonly<Record<ClickhouseTable, TableDefinition>> = {
  persons: {
    columns: `project_id Int32, id Int64, created_at Int64, ${textsColumn}, is_deleted UInt8, version UInt64`,
    version: 'version',
    order: 'project_id, id',
  },
  person_distinct_ids: {
    columns: 'project_id Int32, distinct_id String, person_id Int64, events_differ UInt8, version UInt64',
    version: 'version',
    order: 'project_id, distinct_id',
  },
  events: {
    columns: `${eventColumns}, properties String CODEC(ZSTD), ${textsColumn}`,
    indexes: ['accepted created_at type minmax granularity 1'],
    order: 'project_id, intDiv(timestamp, 86400000000), event, cityHash64(distinct_id), uuid',
    partition: byMonth,
  },
  person_events: {
    columns: `${eventColumns}, ${textsColumn}`,
    indexes: [
      // False positives must be rare, because the index is searched for all ids that moved to persons in a
      // span.
      'ids distinct_id type bloom_filter(0.0001) granularity 1',
      'moments timestamp type minmax granularity 1',
    ],
    order: 'project_id, person_id, distinct_id, timestamp, uuid',
    partition: byMonth,
  },
}

/**
 * Storage settings. Acknowledged rows are on disk. Views read one event name on one day, or a few persons. In
 * each part, these are often fewer rows than the 8192 that ClickHouse reads at once by default, and fewer
 * than the 64 kB of a column that it decompresses at once.
 */
const storage =
  'index_granularity = 1024, min_compress_block_size = 16384, fsync_after_insert = 1, fsync_part_directory = 1'

/** The table that contains the rows themselves. In a cluster, there is one on each machine. */
export function localClickhouseTable({ database, cluster }: Clickhouse, table: ClickhouseTable): string {
  return `${quote(database)}.${cluster === undefined ? table : `${table}_local`}`
}

/** The clause that runs a statement on every machine in a cluster. */
export function onCluster({ cluster }: Clickhouse): string {
  return cluster === undefined ? '' : ` on cluster ${quote(cluster)}`
}

/**
 * The first missing table. In a cluster, a table is missing if any shard lacks it.
 * @throws ClickHouse's error if a shard is unreachable.
 */
export async function missingClickhouseTable(
  clickhouse: Clickhouse,
  tables: readonly ClickhouseTable[],
): Promise<ClickhouseTable | undefined> {
  const { cluster } = clickhouse
  return await clickhouse.attemptOutside(async (client) => {
    for (const table of tables) {
      const local = localClickhouseTable(clickhouse, table)
      // Each shard responds through a replica that has the table, if any replica has it.
      const everywhere = cluster === undefined ? local : `cluster(${quote(cluster)}, ${local})`
      if (!(await isCounted(client, everywhere))) return table
    }
    return undefined
  })
}

async function isCounted(client: ClickHouseClient, table: string): Promise<boolean> {
  const query = `select toString(count()) as count from ${table}`
  try {
    await (await client.query({ query, format: 'JSONEachRow' })).json()
    return true
  } catch (error) {
    if (lacksEventTables(error)) return false
    throw error
  }
}

/**
 * Creates missing tables. All statements are repeatable; later versions add statements but never change any.
 */
export async function ensureClickhouseTables(clickhouse: Clickhouse): Promise<void> {
  await ensureDatabase(clickhouse)
  for (const table of clickhouseTables)
    for (const query of statementsOf(clickhouse, table))
      await clickhouse.attempt((client) => client.command({ query }))
}

/** Empties all tables, on every machine. */
export async function truncateClickhouseTables(clickhouse: Clickhouse): Promise<void> {
  for (const table of clickhouseTables) {
    const query = `truncate table ${localClickhouseTable(clickhouse, table)}${onCluster(clickhouse)}`
    await clickhouse.attempt((client) => client.command({ query }))
  }
}

/** A table that has rows; `undefined` if all tables are empty. */
export async function filledClickhouseTable(clickhouse: Clickhouse): Promise<ClickhouseTable | undefined> {
  for (const table of clickhouseTables) {
    const found = await clickhouse.query({ query: `select 1 from ${table} limit 1`, format: 'JSONEachRow' })
    if ((await found.json()).length > 0) return table
  }
  return undefined
}

async function ensureDatabase(clickhouse: Clickhouse): Promise<void> {
  const { database, cluster } = clickhouse
  await clickhouse.attemptOutside(async (client) => {
    // An existing database is not created again, because the user might not have the right to create one. In
    // a cluster, a new machine might lack the database.
    if (cluster === undefined && (await hasDatabase(client, database))) return
    await client.command({
      query: `create database if not exists ${quote(database)}${onCluster(clickhouse)}`,
    })
  })
}

async function hasDatabase(client: ClickHouseClient, database: string): Promise<boolean> {
  const query = 'select 1 from system.databases where name = {database:String}'
  const known = await client.query({ query, query_params: { database }, format: 'JSONEachRow' })
  return (await known.json()).length > 0
}

function statementsOf(clickhouse: Clickhouse, table: ClickhouseTable): readonly string[] {
  const { columns, indexes = [], version = '', order, partition } = definitions[table]
  const { cluster, database } = clickhouse
  const by = partition === undefined ? '' : ` partition by ${partition}`
  const local = `create table if not exists ${localClickhouseTable(clickhouse, table)}${onCluster(clickhouse)} (${[columns, ...indexes.map((index) => `index ${index}`)].join(', ')})`
  if (cluster === undefined)
    return [
      `${local} engine = ReplacingMergeTree(${version})${by} order by (${order})
        settings non_replicated_deduplication_window = 1000, ${storage}`,
    ]
  const replica = ["'/clickhouse/tables/{shard}/{database}/{table}'", "'{replica}'", version]
  const place = [quote(cluster), quote(database), quote(`${table}_local`), shardingKeys[table]].join(', ')
  return [
    `${local} engine = ReplicatedReplacingMergeTree(${replica.filter((part) => part !== '').join(', ')})${by}
      order by (${order}) settings ${storage}`,
    `create table if not exists ${quote(database)}.${table}${onCluster(clickhouse)}
      as ${localClickhouseTable(clickhouse, table)} engine = Distributed(${place})`,
  ]
}

function quote(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``
}
