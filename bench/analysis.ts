import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { Client } from 'pg'
import { defaultDatabase, startEmbedded } from '../server/database/embedded/embedded.ts'
import { fillProject } from './analysis/project.ts'
import { type View, views } from './analysis/views.ts'
import { type ServiceChild, startService } from './child.ts'
import { count, runCommand } from './command.ts'
import { formatTable } from './table.ts'

const HELP = `Requests each analysis view from the service and, in turn, the same from PostgreSQL with a bare driver, and prints ratios.

  npm run bench:analysis -- [--events N] [--persons N] [--runs N]
      --events N     default 1000000
      --persons N    default 50000
      --runs N       rounds, of which the medians are printed (default 5)
      --help

Both must return the same persons. The service, PostgreSQL and this command are three processes.

Exit codes: 0 every ratio is within its limit; 1 one is not, or the results differ; 2 wrong usage.`

const BOUND = 1.5

/** Seconds that each side took, and whether both found the same persons. */
interface Round {
  readonly service: number
  readonly bare: number
  readonly isEqual: boolean
}

interface Sides {
  readonly service: ServiceChild
  readonly client: Client
  readonly project: number
}

async function compareOnce({ service, client, project }: Sides, view: View): Promise<Round> {
  const asked = await timed(() => ask(service, { project, view }))
  const bare = await timed(async () => {
    const { rows } = await client.query<{ id: number }>(view.sql, [project])
    return rows.map(({ id }) => id)
  })
  return { service: asked.seconds, bare: bare.seconds, isEqual: isDeepStrictEqual(asked.value, bare.value) }
}

async function ask(
  { url, key }: ServiceChild,
  { project, view: { name, parameters } }: { project: number; view: View },
): Promise<readonly number[]> {
  const address = new URL(`/api/projects/${project}/persons/${name}/`, url)
  for (const [parameter, value] of Object.entries(parameters)) {
    address.searchParams.set(parameter, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
  if (response.status !== 200) throw new Error(`${name}: ${response.status} ${await response.text()}`)
  const body = (await response.json()) as ViewBody
  return 'result' in body
    ? body.result.map(({ person }) => person.id)
    : body.results.flatMap(({ people }) => people.map(({ id }) => id))
}

type ViewBody =
  | { readonly results: readonly { readonly people: readonly { readonly id: number }[] }[] }
  | { readonly result: readonly { readonly person: { readonly id: number } }[] }

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; value: T }> {
  const begin = performance.now()
  const value = await work()
  return { seconds: (performance.now() - begin) / 1000, value }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

interface Row {
  readonly cells: readonly string[]
  readonly isBroken: boolean
}

function toRow(name: string, rounds: readonly Round[]): Row {
  const service = median(rounds.map((round) => round.service))
  const bare = median(rounds.map((round) => round.bare))
  const isEqual = rounds.every((round) => round.isEqual)
  const ratio = service / bare
  const verdict = isEqual ? (ratio <= BOUND ? 'holds' : 'broken') : 'answers differ'
  return {
    cells: [name, service.toFixed(3), bare.toFixed(3), ratio.toFixed(2), `<= ${BOUND} ${verdict}`],
    isBroken: verdict !== 'holds',
  }
}

async function run(signal: AbortSignal, sizes: Sizes): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-analysis-'))
  try {
    const service = await startService({ data: folder, log: join(folder, 'log'), signal })
    try {
      return await compareOn({ folder, service, signal, sizes })
    } finally {
      await service.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Sizes = Record<'events' | 'persons' | 'runs', number>

async function compareOn({
  folder,
  service,
  signal,
  sizes,
}: {
  folder: string
  service: ServiceChild
  signal: AbortSignal
  sizes: Sizes
}): Promise<readonly Row[]> {
  const postgres = await startEmbedded(folder)
  const client = new Client({ ...postgres.connection, database: defaultDatabase, options: '-c TimeZone=UTC' })
  try {
    await client.connect()
    const project = await fillProject(client, sizes)
    const rows: Row[] = []
    for (const view of views) {
      const rounds: Round[] = []
      // The first round is not counted, because it fills the caches of both sides.
      for (let round = 0; round <= sizes.runs; round++) {
        signal.throwIfAborted()
        rounds.push(await compareOnce({ service, client, project }, view))
      }
      rows.push(toRow(view.name, rounds.slice(1)))
    }
    return rows
  } finally {
    await client.end()
    await postgres.leave()
  }
}

await runCommand(async (signal) => {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '1000000' },
      persons: { type: 'string', default: '50000' },
      runs: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const rows = await run(signal, {
    events: count('events', values.events),
    persons: count('persons', values.persons),
    runs: count('runs', values.runs),
  })
  const header = ['view', 'service s', 'bare SQL s', 'ratio', 'bound']
  console.log(formatTable({ header, rows: rows.map(({ cells }) => cells), textColumns: 1 }))
  return rows.some(({ isBroken }) => isBroken) ? 1 : 0
})
