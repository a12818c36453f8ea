import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { seed } from '../server/commands/seed/first-start.ts'
import { connect } from '../server/database/connection.ts'
import { defaultDatabase, startEmbedded } from '../server/database/embedded/embedded.ts'
import { migrate } from '../server/database/migrate.ts'
import { connectClickhouse } from '../server/events/clickhouse/client.ts'
import { createClickhouseEventStore } from '../server/events/clickhouse/store.ts'
import { ensureTables } from '../server/events/clickhouse/tables.ts'
import { createPostgresEventStore } from '../server/events/postgres/store.ts'
import { fillStores } from './analysis/fill-stores.ts'
import { questions } from './analysis/questions.ts'
import { runCommand } from './command.ts'
import { formatTable } from './table.ts'

const HELP = `Asks both stores of events, PostgreSQL and ClickHouse, for each view, in turn, and prints seconds and ratios.

  npm run bench:event-stores -- --clickhouse URL [--events N] [--persons N] [--runs N]
      --clickhouse URL  a server whose database "bench" may be dropped
      --events N        default 1000000
      --persons N       default 50000
      --runs N          rounds, of which the medians are printed (default 3)
      --help

Both answer the same persons, which is checked. Each question has one condition on events and one on persons.

Exit codes: 0 every answer is the same; 1 one is not; 2 wrong usage.`

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ seconds: number; value: Value }> {
  const begin = performance.now()
  const value = await work()
  return { seconds: (performance.now() - begin) / 1000, value }
}

async function run(url: string, sizes: { events: number; persons: number; runs: number }): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'concordat-stores-'))
  const embedded = await startEmbedded(folder)
  const { user, host } = embedded.connection
  const target = `postgres://${user}@localhost/${defaultDatabase}?host=${encodeURIComponent(host)}`
  const { db, close } = await connect({ url: target })
  const clickhouse = connectClickhouse({
    ...{ urls: [url], user: 'default', password: '', database: 'bench', cluster: undefined },
  })
  try {
    await migrate(db)
    const { project_id: projectId } = await seed(db, { name: 'Bench', email: 'bench@example.com' })
    const bare = connectClickhouse({
      ...{ urls: [url], user: 'default', password: '', database: 'default', cluster: undefined },
    })
    await bare.attempt((client) => client.command({ query: 'drop database if exists bench' }))
    await bare.attempt((client) => client.command({ query: 'create database bench' }))
    await bare.close()
    await ensureTables(clickhouse)
    const filled = await fillStores({ db, clickhouse }, { projectId, ...sizes })
    const stores = {
      postgres: createPostgresEventStore(db),
      clickhouse: createClickhouseEventStore({ clickhouse, db, seconds: 300, delete: async () => {} }),
    }
    const rows: string[][] = []
    let isEqual = true
    for (const { name, ask } of questions(projectId)) {
      const seconds = { postgres: [] as number[], clickhouse: [] as number[] }
      // The first round fills caches, for both.
      for (let round = 0; round <= sizes.runs; round++) {
        const asked = await timed(() => ask(stores.postgres))
        const other = await timed(() => ask(stores.clickhouse))
        isEqual &&= isDeepStrictEqual(asked.value, other.value)
        if (round === 0) continue
        seconds.postgres.push(asked.seconds)
        seconds.clickhouse.push(other.seconds)
      }
      const [slow, fast] = [median(seconds.postgres), median(seconds.clickhouse)]
      rows.push([name, slow.toFixed(3), fast.toFixed(3), (slow / fast).toFixed(1)])
    }
    console.log(filled)
    const header = ['view', 'PostgreSQL s', 'ClickHouse s', 'times as fast']
    console.log(formatTable({ header, rows, textColumns: 1 }))
    console.log(isEqual ? 'All answers are the same.' : 'Answers differ.')
    return isEqual ? 0 : 1
  } finally {
    await clickhouse.close()
    await close()
    await embedded.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      clickhouse: { type: 'string', default: '' },
      events: { type: 'string', default: '1000000' },
      persons: { type: 'string', default: '50000' },
      runs: { type: 'string', default: '3' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || values.clickhouse === '') {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const sizes = {
    events: Number(values.events),
    persons: Number(values.persons),
    runs: Number(values.runs),
  }
  return await run(values.clickhouse, sizes)
})
