import { Socket } from 'node:net'
import pg, { Client, DatabaseError } from 'pg'
import type { ExportRecord } from '../../events/event-export.ts'
import type { AddressPolicy } from '../../outbound/address-policy.ts'
import { limitAnswers } from '../../outbound/answer-limit.ts'
import { assertAllowedHost } from '../../outbound/hosts.ts'
import {
  type Delivery,
  type Destination,
  type DestinationKind,
  DestinationRefusal,
} from '../delivery/destination.ts'
import { jsonObject } from '../files/json-lines.ts'
import type { Column, ColumnType } from '../records/columns.ts'
import type { Config } from '../tables.ts'

/** A table of a PostgreSQL. */
export const postgres: DestinationKind = {
  type: 'Postgres',
  schema: 'PostgresDestination',
  // The last two say how it is known to be that place.
  address: ['host', 'port', 'database', 'sslmode', 'has_self_signed_cert'],
  open: (config, { addresses }) => postgresDestination(config, addresses),
}

const quoted = pg.escapeIdentifier

/** Records of one statement. */
const batchSize = 1000

/** Milliseconds to connect, and for one statement. */
const connectionTimeoutMillis = 10_000
const statementTimeout = 60_000

/** Milliseconds until a connection that was said goodbye to is broken off. */
const longestGoodbye = 5000

/** The columns that tell a record from all others, where a record has them. */
const keys: Readonly<Record<string, readonly string[]>> = {
  events: ['team_id', 'uuid'],
  persons: ['team_id', 'distinct_id'],
}

/** Notes which runs are in, for tables whose records have no key. */
const runsTable = 'concordat_export_runs'

/**
 * Writes records into a table, which is made when missing; all records of a run in one transaction. Records
 * with a key replace those that have it already; of the others, the same transaction notes the run.
 */
function postgresDestination(config: Config, policy: AddressPolicy): Destination {
  return {
    async deliver(delivery) {
      const client = await connect(config, policy, delivery.signal)
      try {
        const target = targetOf(config, delivery)
        await makeTables(client, target)
        await client.query('begin')
        await load(client, target, delivery)
        await client.query('commit')
      } catch (error) {
        throw refusalOf(error)
      } finally {
        await close(client)
      }
    },
  }
}

/** Tables that a run writes to: names as they stand in statements. */
interface WrittenTables {
  readonly schema: string
  readonly table: string
  readonly columns: readonly Column[]
  /** Empty when the records have no key. */
  readonly key: readonly Column[]
  /** Table of the runs whose records have no key. */
  readonly runs: string
}

function targetOf(config: Config, { source: { columns }, model }: Delivery): WrittenTables {
  const schema = quoted(String(config['schema'] ?? 'public'))
  const key = (keys[model] ?? []).map((name) => columns.find((column) => column.name === name))
  return {
    schema,
    table: `${schema}.${quoted(String(config['table_name'] ?? model))}`,
    columns,
    key: key.every((column) => column !== undefined) ? key : [],
    runs: `${schema}.${quoted(runsTable)}`,
  }
}

/** Runs take turns: when two transactions make one table, the second fails, "if not exists" or not. */
async function makeTables(
  client: Client,
  { schema, table, columns, key, runs }: WrittenTables,
): Promise<void> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`concordat export into ${schema}`])
  await client.query(createStatement(table, columns, key))
  if (key.length === 0) {
    await client.query(
      `create table if not exists ${runs} (run_id uuid primary key, loaded_at timestamptz not null default now())`,
    )
  }
  await client.query('commit')
}

async function load(client: Client, target: WrittenTables, delivery: Delivery): Promise<void> {
  const { columns, key, table } = target
  if (key.length === 0 && (await wasLoaded(client, target, delivery))) {
    delivery.count(await delivery.source.count())
    return
  }
  const insert = insertStatement(table, columns, key)
  let batch: ExportRecord[] = []
  const flush = async () => {
    if (batch.length === 0) return
    const objects = batch.map(({ values }) => jsonObject(columns, values))
    await client.query(insert, [`[${objects.join(',')}]`])
    delivery.count(batch.length)
    batch = []
  }
  for await (const record of delivery.source.read()) {
    delivery.signal.throwIfAborted()
    if (batch.push(record) >= batchSize) await flush()
  }
  await flush()
}

/** True if an earlier attempt has loaded the run, and died before it could report it. */
async function wasLoaded(client: Client, { runs }: WrittenTables, { runId }: Delivery): Promise<boolean> {
  const statement = `insert into ${runs} (run_id) values ($1) on conflict do nothing`
  const { rowCount } = await client.query(statement, [runId])
  return rowCount === 0
}

const types: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  uuid: 'uuid',
  integer: 'integer',
  boolean: 'boolean',
  timestamp: 'timestamptz',
  json: 'jsonb',
}

function createStatement(table: string, columns: readonly Column[], key: readonly Column[]): string {
  const primaryKey = key.length === 0 ? [] : [`primary key (${namesOf(key)})`]
  return `create table if not exists ${table} (${[...columns.map(declared), ...primaryKey].join(', ')})`
}

function insertStatement(table: string, columns: readonly Column[], key: readonly Column[]): string {
  const names = namesOf(columns)
  const updates = columns.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')
  const conflict = key.length === 0 ? '' : `on conflict (${namesOf(key)}) do update set ${updates}`
  return `insert into ${table} (${names})
    select ${names} from json_to_recordset($1::json) as record(${columns.map(declared).join(', ')}) ${conflict}`
}

const namesOf = (columns: readonly Column[]): string => columns.map(({ name }) => quoted(name)).join(', ')
const declared = ({ name, type }: Column): string => `${quoted(name)} ${types[type]}`

/** @param signal ends the connection, whatever it is at. */
async function connect(config: Config, policy: AddressPolicy, signal: AbortSignal): Promise<Client> {
  const name = String(config['host'])
  const isPlain = config['sslmode'] === 'disable'
  const client = new Client({
    host: await assertAllowedHost(name, policy),
    port: Number(config['port'] ?? 5432),
    database: String(config['database']),
    user: String(config['user']),
    password: String(config['password']),
    application_name: 'concordat export',
    connectionTimeoutMillis,
    query_timeout: statementTimeout,
    options: '-c TimeZone=UTC',
    ssl: isPlain ? false : { rejectUnauthorized: config['has_self_signed_cert'] !== true, servername: name },
    stream: () => limitAnswers(new Socket()),
  })
  // A connection that breaks between two statements fails the next one. Without a listener
  // the event would end the process.
  client.on('error', () => {})
  if (isPlain) refuseClearText(client)
  client.connection.once('sslconnect', () => {
    const { stream } = client.connection
    if (stream instanceof Socket) limitAnswers(stream)
  })
  signal.addEventListener('abort', () => client.connection.stream.destroy(), { once: true })
  try {
    signal.throwIfAborted()
    await client.connect()
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw refusalOf(error)
  }
}

/** Ends a connection, whether or not the server lets go of it. */
async function close(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), longestGoodbye)
  await client.end()
  clearTimeout(timer)
}

/**
 * Without TLS, a listener on the way would read the password. Heard before the client's own listener, which
 * sends it.
 */
function refuseClearText({ connection }: Client): void {
  connection.prependListener('authenticationCleartextPassword', () => {
    connection.stream.destroy(
      new DestinationRefusal(
        'The server requires the password in clear text. Fix: set "sslmode" to "require".',
      ),
    )
  })
}

/** Converts an error that another attempt would meet again to a DestinationRefusal. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message.includes('does not support SSL'))
    return new DestinationRefusal('The server does not support TLS. Fix: set "sslmode" to "disable".')
  return isRefusal(error) ? new DestinationRefusal(error.message) : error
}

/**
 * Wrong credentials, no such database, schema or right, a table of another shape. @see PostgreSQL, Appendix A
 */
function isRefusal(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError)) return false
  const { code = '' } = error
  return ['28', '3D', '3F', '42', '22', '23'].includes(code.slice(0, 2))
}
