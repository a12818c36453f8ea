import type { ClickHouseClient } from '@clickhouse/client'
import { describe, expect, it } from 'vitest'
import type { Clickhouse } from '../../../server/events/clickhouse/client.ts'
import { ensureClickhouseTables } from '../../../server/events/clickhouse/tables.ts'

/**
 * Returns the statements that create all tables in an empty ClickHouse, with white space collapsed to single
 * spaces.
 */
async function statementsFor(cluster: string | undefined): Promise<readonly string[]> {
  const statements: string[] = []
  const client = {
    command: async ({ query }: { query: string }) => statements.push(query.replaceAll(/\s+/g, ' ')),
    query: async () => ({ json: async () => [] }),
  }
  const attempt: Clickhouse['attempt'] = async (work) => await work(client as unknown as ClickHouseClient)
  await ensureClickhouseTables({
    database: 'concordat',
    cluster,
    query: async () => expect.unreachable(),
    attempt,
    attemptOutside: attempt,
    close: async () => {},
  })
  return statements
}

describe('the tables of events in ClickHouse', () => {
  it('are replicated on each shard of a cluster, and Distributed ones stand before them', async () => {
    expect(await statementsFor('big')).toMatchInlineSnapshot(`
      [
        "create database if not exists \`concordat\` on cluster \`big\`",
        "create table if not exists \`concordat\`.persons_local on cluster \`big\` (project_id Int32, id Int64, created_at Int64, texts Map(LowCardinality(String), String) CODEC(LZ4), is_deleted UInt8, version UInt64) engine = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version) order by (project_id, id) settings index_granularity = 1024, min_compress_block_size = 16384, fsync_after_insert = 1, fsync_part_directory = 1",
        "create table if not exists \`concordat\`.persons on cluster \`big\` as \`concordat\`.persons_local engine = Distributed(\`big\`, \`concordat\`, \`persons_local\`, cityHash64(project_id, id))",
        "create table if not exists \`concordat\`.person_distinct_ids_local on cluster \`big\` (project_id Int32, distinct_id String, person_id Int64, events_differ UInt8, version UInt64) engine = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version) order by (project_id, distinct_id) settings index_granularity = 1024, min_compress_block_size = 16384, fsync_after_insert = 1, fsync_part_directory = 1",
        "create table if not exists \`concordat\`.person_distinct_ids on cluster \`big\` as \`concordat\`.person_distinct_ids_local engine = Distributed(\`big\`, \`concordat\`, \`person_distinct_ids_local\`, cityHash64(project_id, distinct_id))",
        "create table if not exists \`concordat\`.events_local on cluster \`big\` (project_id Int32, uuid UUID CODEC(LZ4), event LowCardinality(String), distinct_id String, person_id Int64 CODEC(LZ4), timestamp Int64 CODEC(LZ4), created_at Int64, properties String CODEC(ZSTD), texts Map(LowCardinality(String), String) CODEC(LZ4), index accepted created_at type minmax granularity 1) engine = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}') partition by toYYYYMM(fromUnixTimestamp64Micro(created_at)) order by (project_id, intDiv(timestamp, 86400000000), event, cityHash64(distinct_id), uuid) settings index_granularity = 1024, min_compress_block_size = 16384, fsync_after_insert = 1, fsync_part_directory = 1",
        "create table if not exists \`concordat\`.events on cluster \`big\` as \`concordat\`.events_local engine = Distributed(\`big\`, \`concordat\`, \`events_local\`, cityHash64(project_id, distinct_id))",
        "create table if not exists \`concordat\`.person_events_local on cluster \`big\` (project_id Int32, uuid UUID CODEC(LZ4), event LowCardinality(String), distinct_id String, person_id Int64 CODEC(LZ4), timestamp Int64 CODEC(LZ4), created_at Int64, texts Map(LowCardinality(String), String) CODEC(LZ4), index ids distinct_id type bloom_filter(0.0001) granularity 1, index moments timestamp type minmax granularity 1) engine = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}') partition by toYYYYMM(fromUnixTimestamp64Micro(created_at)) order by (project_id, person_id, distinct_id, timestamp, uuid) settings index_granularity = 1024, min_compress_block_size = 16384, fsync_after_insert = 1, fsync_part_directory = 1",
        "create table if not exists \`concordat\`.person_events on cluster \`big\` as \`concordat\`.person_events_local engine = Distributed(\`big\`, \`concordat\`, \`person_events_local\`, cityHash64(project_id, distinct_id))",
      ]
    `)
  })

  it('stand alone on one server', async () => {
    const statements = await statementsFor(undefined)
    expect(statements).toHaveLength(5)
    for (const statement of statements)
      expect(statement).not.toMatch(/ on cluster | engine = (Replicated|Distributed)/)
  })
})
