import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'

/** ClickHouse to use. */
export interface ClickhouseSource {
  /** Servers of one ClickHouse, any of which answers. */
  readonly urls: readonly string[]
  readonly user: string
  readonly password: string
  readonly database: string
  /** Name of the cluster that its tables are spread over; `undefined` for one server alone. */
  readonly cluster: string | undefined
}

/** A ClickHouse, by whichever of its servers answers. */
export interface Clickhouse {
  readonly database: string
  readonly cluster: string | undefined
  readonly query: ClickHouseClient['query']
  /**
   * Does something with a server, and where that one cannot be reached, with the next.
   * @throws what the last one has thrown.
   */
  attempt<Value>(work: (client: ClickHouseClient) => Promise<Value>): Promise<Value>
  /** The same outside of its database, which need not be there yet. */
  attemptOutside<Value>(work: (client: ClickHouseClient) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/** Milliseconds for an answer: a block is taken in in a second or two, and a view has its own limit. */
const patience = 120_000

/**
 * Seconds for all machines of a cluster to run a statement; unreachable ones run it later.
 * It is less than our own limit.
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
      // Every database of ClickHouse that is asked for by its connection has to be there.
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

/** Stays with the server that answered last. */
function rotating(clients: readonly ClickHouseClient[]) {
  let current = 0
  return {
    async work<Value>(work: (client: ClickHouseClient) => Promise<Value>): Promise<Value> {
      for (let tried = 1; ; tried += 1) {
        const client = clients[current]
        if (client === undefined) throw new Error('No ClickHouse address is known.')
        try {
          return await work(client)
        } catch (error) {
          if (!isUnreachable(error) || tried >= clients.length) throw error
          current = (current + 1) % clients.length
        }
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

/** True if no server has answered at all. Refusals of ClickHouse have a number for their code. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnreachable)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  return (
    syscall !== undefined || code === 'ECONNRESET' || /^(Timeout error|socket hang up)/.test(error.message)
  )
}
