import type { ClickHouseClient } from '@clickhouse/client'
import {
  type Clickhouse,
  type ClickhouseSource,
  connectClickhouse,
} from '../../../../server/events/clickhouse/client.ts'
import {
  clickhouseTables,
  ensureClickhouseTables,
  shardingKeys,
} from '../../../../server/events/clickhouse/tables.ts'

/**
 * The port that chdb considers its own, although it does not listen there: it reads such tables without a
 * connection.
 */
const port = 27_131
const shard = (at: number) => `<shard><replica><host>127.0.0.1</host><port>${at}</port></replica></shard>`

/**
 * A cluster in which this one server is both shards, and another in which nobody listens in place of the
 * second shard.
 */
export const twoShardsConfig = `<clickhouse>
  <tcp_port>${port}</tcp_port>
  <remote_servers>
    <pair>${shard(port)}${shard(port)}</pair>
    <parted>${shard(port)}${shard(9)}</parted>
  </remote_servers>
</clickhouse>`

/**
 * Creates the tables of a two-shard cluster in a server that has `twoShardsConfig`. The server is both
 * shards: as the first, it reads the rows that the sharding key assigns to the first; as the second, it reads
 * the others. So a statement that forgets the other shard returns a different result. Rows are written to the
 * local tables, because each shard would mistake the other's blocks for its own.
 */
export async function openTwoShards(source: Omit<ClickhouseSource, 'cluster'>): Promise<Clickhouse> {
  const filters = clickhouseTables.map(
    (table) =>
      `'${source.database}.${table}_local': 'shardNum() = 0 or shardNum() = 1 + ${shardingKeys[table]} % 2'`,
  )
  const urls = source.urls.map(
    (url) => `${url}/?ch_additional_table_filters=${encodeURIComponent(`{${filters.join(', ')}}`)}`,
  )
  const clickhouse = connectClickhouse({ ...source, urls, cluster: 'pair' })
  await ensureClickhouseTables(withoutKeeper(clickhouse))
  return clickhouse
}

/** Replaces the second shard with an address where nobody listens. */
export async function loseShard(clickhouse: Clickhouse): Promise<void> {
  for (const table of clickhouseTables) {
    const place = `parted, ${clickhouse.database}, ${table}_local, ${shardingKeys[table]}`
    const query = `create or replace table ${table} as ${table}_local engine = Distributed(${place})`
    await clickhouse.attempt((client) => client.command({ query }))
  }
}

/** Runs a cluster's statements without the parts that need a keeper, with which chdb cannot communicate. */
function withoutKeeper(clickhouse: Clickhouse): Clickhouse {
  return {
    ...clickhouse,
    attempt: (work) => clickhouse.attempt((client) => work(alone(client))),
    attemptOutside: (work) => clickhouse.attemptOutside((client) => work(alone(client))),
  }
}

function alone(client: ClickHouseClient): ClickHouseClient {
  const command: ClickHouseClient['command'] = ({ query, ...rest }) => {
    const local = query
      .replace(' on cluster `pair`', '')
      .replace(/Replicated(ReplacingMergeTree)\('[^']+', '\{replica\}'(?:, )?/, '$1(')
    return client.command({ query: local, ...rest })
  }
  return Object.assign(Object.create(client), { command })
}
