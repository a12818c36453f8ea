import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClickHouseClient, createClient } from '@clickhouse/client'

import type { Kysely } from 'kysely'
import type { Database } from '../../../../server/database/schema.ts'
import { readWaitingInOutbox } from '../../../../server/events/outbox/outbox.ts'
import { HANG_MS } from '../../../waiting.ts'

/** A Python installation with chdb, which runs ClickHouse in its own process. */
const python = process.env['TEST_CHDB']

/** Any real server or cluster. */
const given = process.env['TEST_CLICKHOUSE_URL']

/** True if a ClickHouse is available to tests: `describe.skipIf(!hasClickhouse)`. */
export const hasClickhouse = python !== undefined || given !== undefined

/** True if a ClickHouse is available that tests are allowed to kill. */
export const hasOwnClickhouse = python !== undefined

/** A ClickHouse server with a test file's own database. */
export interface TestClickhouse {
  readonly url: string
  readonly database: string
  readonly client: ClickHouseClient
  /** Settings for a service that uses it. */
  readonly env: { readonly CLICKHOUSE_URL: string; readonly CLICKHOUSE_DATABASE: string }
  /** Stops the server at once, as a crash does. */
  kill(): Promise<void>
  /** Starts the server again, at the same address and with its stored data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface StartOptions {
  /** True if the test kills the server. */
  readonly mayDie?: boolean
  /** Contents of the configuration file. */
  readonly config?: string
  /** Folder for the server's own folder. Default: the system's folder for temporary files. */
  readonly within?: string
}

/**
 * Returns the server in `TEST_CLICKHOUSE_URL`. Without one, or with any of the options, starts a separate
 * server for this test file.
 */
export async function startClickhouse({
  mayDie = false,
  config,
  within,
}: StartOptions = {}): Promise<TestClickhouse> {
  const database = `test_${process.pid}_${Date.now()}`
  const isOwn = given === undefined || mayDie || config !== undefined || within !== undefined
  const folder = isOwn ? await mkdtemp(path.join(within ?? tmpdir(), 'clickhouse-')) : ''
  const data = path.join(folder, 'data')
  const configFile = path.join(folder, 'config.xml')
  if (config !== undefined) await writeFile(configFile, config)
  const place = config === undefined ? data : `${data}?config-file=${configFile}`
  let front = isOwn ? await startFront(place, 0) : undefined
  const url = front?.url ?? given ?? ''
  const client = createClient({ url, log: { level: 127 } })
  await client.command({ query: `create database ${database}` })
  return {
    url,
    database,
    client,
    env: { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: database },
    async kill() {
      await front?.kill()
    },
    async restart() {
      front = await startFront(place, Number(new URL(url).port))
    },
    async stop() {
      if (!isOwn) await client.command({ query: `drop database ${database}` })
      await client.close()
      await front?.kill()
      if (isOwn) await rm(folder, { recursive: true })
    },
  }
}

interface Front {
  readonly url: string
  kill(): Promise<void>
}

async function startFront(place: string, port: number): Promise<Front> {
  if (python === undefined) throw new Error('TEST_CHDB names no Python that has chdb.')
  const script = path.join(import.meta.dirname, '../../../parts/clickhouse-front.py')
  // The server stops when its input closes, and so ends with this process.
  const child = spawn(python, [script, place, String(port)], { stdio: 'pipe' })
  const url = await firstLine(child)
  return {
    url,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  let output = ''
  let errors = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), HANG_MS)
    child.stderr?.on('data', (data) => {
      errors = (errors + data).slice(-5000)
    })
    child.stdout?.on('data', (data) => {
      output += data
      if (!output.includes('\n')) return
      clearTimeout(timer)
      resolve(output.trim())
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      reject(new Error(`ClickHouse ended with the code ${code}:\n${output}${errors}`))
    })
  })
}

/** Waits until ClickHouse has received all captured events, and every change to a person. */
export async function untilArrived(db: Kysely<Database>): Promise<void> {
  while ((await readWaitingInOutbox(db)).rows > 0) await sleep(20)
}
