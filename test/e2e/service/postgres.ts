import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { connectDatabaseSource } from '../../../server/database/connection.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../../server/database/embedded/embedded.ts'
import { migrateDatabase } from '../../../server/database/migrate.ts'

const root = path.join(import.meta.dirname, '../../..')

/**
 * One server for all test files, kept between runs: the files share it, and the last one to finish stops it.
 */
const folder = path.join(root, 'node_modules', '.cache', 'concordat-service-tests')

/** A test file's own database, copied from a migrated template. */
export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Creates a database with the service's tables and no rows. */
export async function makeDatabase(): Promise<TestDatabase> {
  const server = await startEmbedded(folder)
  const name = `test_${process.pid}_${Date.now()}`
  await asAdministrator(server, async (client) => {
    await dropLeftovers(client)
    await spareDisk(client)
    const template = await ensureTemplate(client, server)
    await client.query(`create database ${name} template ${template}`)
  })
  return {
    url: urlOf(server, name),
    async drop() {
      await asAdministrator(server, (client) => client.query(`drop database ${name} with (force)`))
      await server.leave()
    },
  }
}

function urlOf({ connection }: EmbeddedPostgres, database: string): string {
  return `postgres://${connection.user}@localhost/${database}?host=${encodeURIComponent(connection.host)}`
}

async function asAdministrator(
  server: EmbeddedPostgres,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: urlOf(server, 'postgres') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Turns off `fsync`: no data has to survive a crash of the machine, so commits need not wait for the disk.
 * Data that survives a killed server still does.
 */
async function spareDisk(client: Client): Promise<void> {
  const { rows } = await client.query<{ fsync: string }>('show fsync')
  if (rows[0]?.fsync === 'off') return
  await client.query('alter system set fsync = off')
  await client.query('select pg_reload_conf()')
}

/**
 * Builds the template under another name, so that it is never incomplete. It is rebuilt when a migration
 * changes.
 */
async function ensureTemplate(client: Client, server: EmbeddedPostgres): Promise<string> {
  const template = `template_${migrationsDigest()}`
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount === 1) return template
  await client.query('drop database if exists building with (force)')
  await client.query('create database building')
  const { db, close } = await connectDatabaseSource({ url: urlOf(server, 'building') })
  await migrateDatabase(db)
  await close()
  await client.query(`alter database building rename to ${template}`)
  return template
}

function migrationsDigest(): string {
  const migrations = path.join(root, 'server', 'database', 'migrations')
  const hash = createHash('sha256')
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(path.join(migrations, file)))
  return hash.digest('hex').slice(0, 16)
}

async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'test\\_%'`,
  )
  for (const { name } of rows) {
    if (!isAlive(Number(name.split('_')[1])))
      await client.query(`drop database if exists ${name} with (force)`)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
