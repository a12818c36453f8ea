import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { seedOrganization } from '../server/commands/seed/first-start.ts'
import { connectDatabaseSource } from '../server/database/connection.ts'
import { defaultDatabase, startEmbedded } from '../server/database/embedded/embedded.ts'
import { migrateDatabase } from '../server/database/migrate.ts'
import type { Database } from '../server/database/schema.ts'
import { type Clickhouse, connectClickhouse } from '../server/events/clickhouse/client.ts'
import { createClickhouseEventStore } from '../server/events/clickhouse/store.ts'
import { ensureClickhouseTables, missingClickhouseTable } from '../server/events/clickhouse/tables.ts'
import { createPostgresEventStore } from '../server/events/postgres/store.ts'
import type { EventStore } from '../server/events/store.ts'
import { fillClickhouse, fillPostgres } from './analysis/fill-stores.ts'
import { questions } from './analysis/questions.ts'
import { count, runCommand } from './command.ts'
import { formatTable } from './table.ts'

const HELP = `Runs each view on both event stores, PostgreSQL and ClickHouse, in turn, and prints seconds and ratios.

  npm run bench:event-stores -- --clickhouse URL [--events N] [--persons N] [--runs N] [--page N]
      [--data FOLDER]
      --clickhouse URL  a server whose database "bench" may be dropped
      --events N        default 1000000
      --persons N       default one per twenty events
      --runs N          rounds, of which the medians are printed (default 3)
      --page N          persons of a first page (default 100)
      --data FOLDER     keeps PostgreSQL's data there, and reuses both stores if an earlier run has filled them
      --help

Both must return the same persons. Each view has one condition on events and one on persons. It is asked for a first page, at whose
end both stores stop if they can, and for all persons, for whom both have to read everything.

Exit codes: 0 all results are the same; 1 one differs; 2 wrong usage.`

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ seconds: number; value: Value }> {
  const begin = performance.now()
  const value = await work()
  return { seconds: (performance.now() - begin) / 1000, value }
}

interface Options {
  readonly url: string
  /** PostgreSQL's data folder; `undefined` for a temporary folder, which is removed afterwards. */
  readonly data: string | undefined
  readonly sizes: { readonly events: number; readonly persons: number }
  readonly runs: number
  readonly page: number
}

async function run({ url, data, sizes, runs, page }: Options): Promise<number> {
  const folder = data ?? mkdtempSync(path.join(tmpdir(), 'concordat-stores-'))
  const embedded = await startEmbedded(path.resolve(folder))
  const { user, host } = embedded.connection
  const target = `postgres://${user}@localhost/${defaultDatabase}?host=${encodeURIComponent(host)}`
  const { db, close } = await connectDatabaseSource({ url: target })
  const clickhouse = connectClickhouse({
    ...{ urls: [url], user: 'default', password: '', database: 'bench', cluster: undefined },
  })
  try {
    await migrateDatabase(db)
    const filled = await makeProject({ db, clickhouse }, sizes)
    console.log(`${sizes.events} events of ${sizes.persons} persons; ${filled.how}`)
    const stores = {
      postgres: createPostgresEventStore(db),
      clickhouse: createClickhouseEventStore({ clickhouse, db, seconds: 300, delete: async () => {} }),
    }
    const pages = [
      { title: `The first ${page} persons`, limit: page },
      { title: 'All persons', limit: sizes.persons },
    ]
    let isEqual = true
    for (const { title, limit } of pages) {
      const asked = await askBoth(stores, { projectId: filled.projectId, runs, limit })
      isEqual &&= asked.isEqual
      console.log(`\n${title}`)
      const header = ['view', 'persons', 'PostgreSQL s', 'ClickHouse s', 'times as fast']
      console.log(formatTable({ header, rows: asked.rows, textColumns: 1 }))
    }
    console.log(isEqual ? 'All answers are the same.' : 'Answers differ.')
    return isEqual ? 0 : 1
  } finally {
    await clickhouse.close()
    await close()
    await embedded.leave()
    if (data === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills the stores that no earlier run has filled, and creates a project if there is none. */
async function makeProject(
  { db, clickhouse }: { readonly db: Kysely<Database>; readonly clickhouse: Clickhouse },
  { events, persons }: Options['sizes'],
): Promise<{ readonly projectId: number; readonly how: string }> {
  const known = await db.selectFrom('projects').select('id').executeTakeFirst()
  const projectId =
    known?.id ?? (await seedOrganization(db, { name: 'Bench', email: 'bench@example.com' })).project_id
  const sizes = { projectId, events, persons }
  const how: string[] = []
  if (known === undefined) {
    const { seconds } = await timed(() => fillPostgres(db, sizes))
    how.push(`PostgreSQL filled in ${seconds.toFixed(0)} s`)
  }
  if (known === undefined || (await countEvents(clickhouse)) !== events) {
    await clickhouse.attemptOutside((client) => client.command({ query: 'drop database if exists bench' }))
    await ensureClickhouseTables(clickhouse)
    const { seconds } = await timed(() => fillClickhouse(clickhouse, sizes))
    how.push(`ClickHouse filled in ${seconds.toFixed(0)} s`)
  }
  return { projectId, how: how.join(', ') || 'filled by an earlier run' }
}

/** Counts the events in the table that is filled last. */
async function countEvents(clickhouse: Clickhouse): Promise<number> {
  if ((await missingClickhouseTable(clickhouse, ['person_events'])) !== undefined) return 0
  const query = 'select toUInt32(count()) as events from person_events'
  const [row] = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ events: number }>()
  return row?.events ?? 0
}

async function askBoth(
  stores: Readonly<Record<'postgres' | 'clickhouse', EventStore>>,
  { projectId, runs, limit }: { readonly projectId: number; readonly runs: number; readonly limit: number },
) {
  const rows: string[][] = []
  let isEqual = true
  for (const { name, ask } of questions(projectId, limit)) {
    const seconds = { postgres: [] as number[], clickhouse: [] as number[] }
    let found = 0
    // The first round is not counted, because it fills the caches of both stores.
    for (let round = 0; round <= runs; round++) {
      const asked = await timed(() => ask(stores.postgres))
      const other = await timed(() => ask(stores.clickhouse))
      isEqual &&= isDeepStrictEqual(asked.value, other.value)
      found = asked.value.length
      if (round === 0) continue
      seconds.postgres.push(asked.seconds)
      seconds.clickhouse.push(other.seconds)
    }
    const [slow, fast] = [median(seconds.postgres), median(seconds.clickhouse)]
    rows.push([name, String(found), slow.toFixed(3), fast.toFixed(3), (slow / fast).toFixed(1)])
  }
  return { rows, isEqual }
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      clickhouse: { type: 'string', default: '' },
      events: { type: 'string', default: '1000000' },
      persons: { type: 'string' },
      page: { type: 'string', default: '100' },
      data: { type: 'string' },
      runs: { type: 'string', default: '3' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || values.clickhouse === '') {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const events = count('events', values.events)
  const persons = values.persons === undefined ? Math.ceil(events / 20) : count('persons', values.persons)
  const { clickhouse: url, data, runs } = values
  return await run({
    url,
    data,
    sizes: { events, persons },
    runs: count('runs', runs),
    page: count('page', values.page),
  })
})
