import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'

/** ClickHouse to use. */
export interface ClickhouseSource {
  /** URLs of the servers of one ClickHouse deployment, any of which can be used. */
  readonly urls: readonly string[]
  readonly user: string
  readonly password: string
  readonly database: string
  /** Name of the cluster that contains the tables; `undefined` for a single server. */
  readonly cluster: string | undefined
}

/** A ClickHouse deployment, accessed through any server that responds. */
export interface Clickhouse {
  readonly database: string
  readonly cluster: string | undefined
  readonly query: ClickHouseClient['query']
  /**
   * Runs the given work on a server, or on the next one if that server cannot be reached.
   * @throws the last server's error.
   */
  attempt<Value>(work: (client: ClickHouseClient) => Promise<Value>): Promise<Value>
  /** Runs the given work without selecting the database, which might not exist yet. */
  attemptOutside<Value>(work: (client: ClickHouseClient) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/**
 * Time limit for a response, in milliseconds. Inserting a block takes a second or two, and views have their
 * own limit.
 */
const patience = 120_000

/**
 * Time limit, in seconds, for all of a cluster's machines to run a statement; unreachable machines run it
 * later. It is lower than `patience`.
 */
const clusterPatience = '60'

export function connectClickhouse(source: ClickhouseSource): Clickhouse {
  const { database, cluster } = source
  const attempt = rotating(open(source, database))
  const query = (parameters: Parameters<ClickHouseClient['query']>[0]) =>
    attempt.work((client) => client.query(parameters))
  return {
    database,
    cluster,
    query: query as ClickHouseClient['query'],
    attempt: attempt.work,
    async attemptOutside(work) {
      // Selects `default`, because a connection fails if the database that it selects does not exist.
      const outside = rotating(open(source, 'default'))
      try {
        return await outside.work(work)
      } finally {
        await outside.close()
      }
    },
    close: attempt.close,
  }
}

function open(
  { urls, user, password, cluster }: ClickhouseSource,
  database: string,
): readonly ClickHouseClient[] {
  return urls.map((url) =>
    createClient({
      url,
      username: user,
      password,
      database,
      application: 'concordat',
      request_timeout: patience,
      clickhouse_settings: cluster === undefined ? {} : { distributed_ddl_task_timeout: clusterPatience },
      // The caller reports failures.
      log: { level: ClickHouseLogLevel.OFF },
    }),
  )
}

/** Keeps using the server that responded last. */
function rotating(clients: readonly ClickHouseClient[]) {
  let current = 0
  return {
    async work<Value>(work: (client: ClickHouseClient) => Promise<Value>): Promise<Value> {
      for (let tried = 1; ; tried += 1) {
        const client = clients[current]
        if (client === undefined) throw new Error('No ClickHouse address is configured.')
        try {
          return await work(client)
        } catch (error) {
          if (!isClickhouseUnreachable(error) || tried >= clients.length) throw error
          current = (current + 1) % clients.length
        }
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

/**
 * True if no server has responded. Errors that ClickHouse itself reports have numeric codes and do not count.
 */
export function isClickhouseUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isClickhouseUnreachable)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  return (
    syscall !== undefined || code === 'ECONNRESET' || /^(Timeout error|socket hang up)/.test(error.message)
  )
}
