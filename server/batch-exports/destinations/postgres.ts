import { Socket } from 'node:net'
import pg, { Client, DatabaseError } from 'pg'
import type { ExportRecord } from '../../events/event-export.ts'
import type { AddressPolicy } from '../../outbound/address-policy.ts'
import { limitOutboundAnswers } from '../../outbound/answer-limit.ts'
import { assertAllowedHost } from '../../outbound/hosts.ts'
import {
  type Destination,
  type DestinationKind,
  DestinationRefusal,
  type ExportDelivery,
} from '../delivery/destination.ts'
import { recordAsJsonObject } from '../files/json-lines.ts'
import type { Column, ColumnType } from '../records/columns.ts'
import type { DestinationConfig } from '../tables.ts'

/** A table in a PostgreSQL database. */
export const postgresDestinationKind: DestinationKind = {
  type: 'Postgres',
  schema: 'PostgresDestination',
  // The last two properties are included because they determine how the server's identity is checked.
  address: ['host', 'port', 'database', 'sslmode', 'has_self_signed_cert'],
  open: (config, { addresses }) => postgresDestination(config, addresses),
}

const quoted = pg.escapeIdentifier

/** Number of records per statement. */
const batchSize = 1000

/** Time limits for connecting and for one statement, in milliseconds. */
const connectionTimeoutMillis = 10_000
const statementTimeout = 60_000

/** Maximum time for a connection to close before it is terminated, in milliseconds. */
const longestGoodbye = 5000

/** The columns that identify a record, for each model that has such columns. */
const keys: Readonly<Record<string, readonly string[]>> = {
  events: ['team_id', 'uuid'],
  persons: ['team_id', 'distinct_id'],
}

/** A table that lists the completed runs, for tables whose records have no key. */
const runsTable = 'concordat_export_runs'

/**
 * Writes records into a table, which is created if it is missing. All records of a run are written in one
 * transaction. Records with a key replace those with the same key; for records without a key, the transaction
 * also records the run.
 */
function postgresDestination(config: DestinationConfig, policy: AddressPolicy): Destination {
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

/** Tables that a run writes to. Names are quoted for use in statements. */
interface WrittenTables {
  readonly schema: string
  readonly table: string
  readonly columns: readonly Column[]
  /** Empty if the records have no key. */
  readonly key: readonly Column[]
  /** Name of the table that lists the runs whose records have no key. */
  readonly runs: string
}

function targetOf(config: DestinationConfig, { source: { columns }, model }: ExportDelivery): WrittenTables {
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

/**
 * Creates the tables. Runs take turns, because if two transactions create the same table, the second fails,
 * even with "if not exists".
 */
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

async function load(client: Client, target: WrittenTables, delivery: ExportDelivery): Promise<void> {
  const { columns, key, table } = target
  if (key.length === 0 && (await wasLoaded(client, target, delivery))) {
    delivery.count(await delivery.source.count())
    return
  }
  const insert = insertStatement(table, columns, key)
  let batch: ExportRecord[] = []
  const flush = async () => {
    if (batch.length === 0) return
    const objects = batch.map(({ values }) => recordAsJsonObject(columns, values))
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

/**
 * Records the run. Returns true if an earlier attempt already loaded its records but died before reporting
 * it.
 */
async function wasLoaded(
  client: Client,
  { runs }: WrittenTables,
  { runId }: ExportDelivery,
): Promise<boolean> {
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

/** @param signal terminates the connection, even during a statement. */
async function connect(
  config: DestinationConfig,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<Client> {
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
    stream: () => limitOutboundAnswers(new Socket()),
  })
  // If a connection breaks between two statements, the next statement fails. Without a listener, the error
  // event would end the process.
  client.on('error', () => {})
  if (isPlain) refuseClearText(client)
  client.connection.once('sslconnect', () => {
    const { stream } = client.connection
    if (stream instanceof Socket) limitOutboundAnswers(stream)
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

/** Closes a connection, even if the server does not respond. */
async function close(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), longestGoodbye)
  await client.end()
  clearTimeout(timer)
}

/**
 * Rejects a request for the password in clear text, because without TLS, an eavesdropper could read it. This
 * runs before the client's own listener, which would send the password.
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

/** Converts an error that would happen again into a DestinationRefusal. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message.includes('does not support SSL'))
    return new DestinationRefusal('The server does not support TLS. Fix: set "sslmode" to "disable".')
  return isRefusal(error) ? new DestinationRefusal(error.message) : error
}

/**
 * True for wrong credentials, a missing database, schema or privilege, or a table that does not accept the
 * records.
 * @see PostgreSQL, Appendix A
 */
function isRefusal(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError)) return false
  const { code = '' } = error
  return ['28', '3D', '3F', '42', '22', '23'].includes(code.slice(0, 2))
}
