import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { type OldFront, startOldFront } from './old-front.ts'

/** The folder of the cluster that `test/parts/clickhouse-cluster.sh` started. */
const folder = process.env['TEST_CLICKHOUSE_CLUSTER']

export const hasCluster = folder !== undefined

export const shards = [1, 2] as const
export type Shard = (typeof shards)[number]

/** Two shards of Debian's ClickHouse, with a test file's own database, which the service creates. */
export interface TestCluster {
  /** Settings for a service that uses it. */
  readonly env: Readonly<Record<'CLICKHOUSE_URL' | 'CLICKHOUSE_DATABASE' | 'CLICKHOUSE_CLUSTER', string>>
  readonly fronts: readonly OldFront[]
  /** Queries a server in its own dialect; "@" precedes table names. */
  query<Row>(shard: Shard, statement: string): Promise<Row[]>
  /** UUIDs of all event rows, merged or not. */
  storedUuids(): Promise<string[]>
  /** Stops a server at once, as a crash does. */
  kill(shard: Shard): Promise<void>
  restart(shard: Shard): Promise<void>
  /** Erases a server, as if a new machine had replaced it. */
  forget(shard: Shard): Promise<void>
  /** Both shards must be running. */
  stop(): Promise<void>
}

/** Sends a command to the script that started the cluster. */
async function order(command: 'kill' | 'restart', shard: Shard): Promise<void> {
  const script = path.join(import.meta.dirname, '../../../parts/clickhouse-cluster.sh')
  await promisify(execFile)(script, [command, folder ?? '', String(shard)])
}

export async function openCluster(): Promise<TestCluster> {
  const database = `test_${process.pid}_${Date.now()}`
  const urlOf = (shard: Shard) => `http://127.0.0.1:${27_100 + shard}`
  const fronts = await Promise.all(shards.map((shard) => startOldFront(urlOf(shard))))

  async function ask(shard: Shard, statement: string): Promise<string> {
    const body = statement.replaceAll('@', `${database}.`)
    const answer = await fetch(urlOf(shard), { method: 'POST', body })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text
  }

  async function query<Row>(shard: Shard, statement: string): Promise<Row[]> {
    const text = await ask(shard, `${statement} format JSONEachRow`)
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row)
  }

  return {
    env: {
      CLICKHOUSE_URL: fronts.map(({ url }) => url).join(','),
      CLICKHOUSE_DATABASE: database,
      CLICKHOUSE_CLUSTER: 'two',
    },
    fronts,
    query,
    async storedUuids() {
      const rows = await query<{ uuid: string }>(1, 'select toString(uuid) as uuid from @events')
      return rows.map(({ uuid }) => uuid)
    },
    kill: (shard) => order('kill', shard),
    restart: (shard) => order('restart', shard),
    forget: async (shard) => void (await ask(shard, `drop database ${database}`)),
    async stop() {
      await ask(1, `drop database if exists ${database} on cluster two`)
      await Promise.all(fronts.map((front) => front.close()))
    },
  }
}
