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
 * The port that chdb takes for its own, though it listens to none: what lies there
 * it reads without a connection.
 */
const port = 27_131
const shard = (at: number) => `<shard><replica><host>127.0.0.1</host><port>${at}</port></replica></shard>`

/**
 * A cluster whose two shards are this one server, and the same where nobody
 * listens in the place of the second.
 */
export const twoShardsConfig = `<clickhouse>
  <tcp_port>${port}</tcp_port>
  <remote_servers>
    <pair>${shard(port)}${shard(port)}</pair>
    <parted>${shard(port)}${shard(9)}</parted>
  </remote_servers>
</clickhouse>`

/**
 * Makes the tables of a cluster of two shards in a server that has `twoShardsConfig`. Both are this server:
 * as the first it reads the rows that the sharding key gives to the first, as the second the others, so that
 * a statement which forgets the other shard answers otherwise. Rows are written to the local tables: the
 * shards would take each other's blocks for their own.
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

/** Lets nobody listen where the second shard was. */
export async function loseShard(clickhouse: Clickhouse): Promise<void> {
  for (const table of clickhouseTables) {
    const place = `parted, ${clickhouse.database}, ${table}_local, ${shardingKeys[table]}`
    const query = `create or replace table ${table} as ${table}_local engine = Distributed(${place})`
    await clickhouse.attempt((client) => client.command({ query }))
  }
}

/** The statements of a cluster, but for what needs a keeper, which chdb does not speak to. */
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
