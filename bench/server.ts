import { arch, cpus, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { count, runCommand } from './command.ts'
import { installPackages } from './generators/npm.ts'
import { median } from './load/figure.ts'
import { BARE, type Contestant, makeContestants, PACKAGES } from './server/contestants.ts'
import { shareCores } from './server/cores.ts'
import { ask, putLoad } from './server/load.ts'
import { type ServerProcess, startServer } from './server/server-process.ts'
import { SUBJECTS, type Subject } from './server/subjects.ts'
import { formatTable } from './table.ts'

const PEERS_FOLDER = join(tmpdir(), 'concordat-bench-server')
/** Connections, each with one request in progress. */
const CONCURRENCY = 32
/**
 * Number of rounds that are not counted. While the server runs, other threads on its core compile code. Until
 * they finish, they determine how long the slowest of a hundred requests takes.
 */
const WARM_UP = 20

const HELP = `Compares the cost of a request in a generated server, in servers of other frameworks with the same validation, and in a bare
node:http server that validates nothing: processor microseconds, including system time, of the server's process only.

  npm run bench:server
      --starts N     starts of each server, whose medians are printed (default 5)
      --rounds N     measured rounds per start (default 5)
      --requests N   requests per round, for each server and subject (default 4000)
      --only a,b     only the bare server and those whose names begin with one of these, such as Concordat,Fastify
      --help

Each server is a separate process; this one generates the load, over ${CONCURRENCY} connections, and never sleeps, because waking it would be charged
to the responding server. Rounds are interleaved, and ${WARM_UP} rounds before them are not counted. Two starts of one program differ
more than two rounds of one start, so each program is started several times, on its own core if taskset can provide one. The other frameworks
are installed into ${PEERS_FOLDER} on first use. Microseconds depend on the machine; only ratios within one run are comparable.

Exit codes: 0 success; 2 wrong usage.`

const HEADER = ['server', 'µs of processor', 'bare / it', 'of all starts', 'p50 ms', 'p99 ms', 'MB']

/**
 * A server's figures for one subject in the counted rounds. `microseconds` (CPU time per request) and
 * `milliseconds` cover one start; the other figures cover all starts.
 */
interface Figures {
  microseconds: number[]
  milliseconds: number[]
  /**
   * The median of `microseconds` in each start; `halves` and `tails` are the 50th and 99th percentiles of its
   * `milliseconds`.
   */
  readonly starts: number[]
  readonly halves: number[]
  readonly tails: number[]
  readonly megabytes: number[]
}

interface Measured extends Contestant {
  readonly figures: ReadonlyMap<Subject, Figures>
}

interface Running extends Measured {
  readonly server: ServerProcess
}

/**
 * Checks that a server can be compared with the others.
 * @throws Error if it gives an unexpected response or accepts what the document forbids.
 */
async function assertComparable({ name, server }: Running): Promise<void> {
  for (const subject of SUBJECTS) {
    for (const { text, answer } of subject.requests.slice(0, 2)) {
      const { status, body } = await ask(server.port, text)
      if (status !== 200 || body !== answer)
        throw new Error(
          `${name}, ${subject.name}: expected 200 ${answer}, but the response was ${status} ${body}`,
        )
    }
    if (name === BARE) continue
    const { status } = await ask(server.port, subject.wrong)
    if (status !== 400)
      throw new Error(
        `${name}, ${subject.name}: expected 400 for an invalid request, but the response was ${status}.`,
      )
  }
}

interface RoundOptions {
  readonly count: number
  readonly isCounted: boolean
  readonly signal: AbortSignal
}

async function runRound(
  { server, figures }: Running,
  subject: Subject,
  { count, isCounted, signal }: RoundOptions,
): Promise<void> {
  const before = await server.usage()
  const times = await putLoad(subject, { port: server.port, count, concurrency: CONCURRENCY, signal })
  const after = await server.usage()
  if (!isCounted) return
  const own = figures.get(subject)
  own?.microseconds.push((after.user + after.system - before.user - before.system) / count)
  own?.milliseconds.push(...times)
}

/** Starts all servers, puts load on each in turn, and stops them. */
async function measureStart(
  all: readonly Measured[],
  { rounds, count, before, signal }: Load,
): Promise<void> {
  await using ends = new AsyncDisposableStack()
  const started: Running[] = []
  for (const measured of all) {
    const server = await startServer(measured.script, { before, signal })
    ends.defer(() => server.stop())
    const running = { ...measured, server }
    await assertComparable(running)
    started.push(running)
  }
  for (let round = 1 - WARM_UP; round <= rounds; round++)
    for (const subject of SUBJECTS)
      for (const running of started) await runRound(running, subject, { count, isCounted: round > 0, signal })
  for (const { server, figures } of started) {
    const { bytes } = await server.usage()
    for (const own of figures.values()) {
      const times = own.milliseconds.toSorted((one, other) => one - other)
      const percentile = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN
      own.starts.push(median(own.microseconds))
      own.halves.push(percentile(0.5))
      own.tails.push(percentile(0.99))
      own.microseconds = []
      own.milliseconds = []
      own.megabytes.push(bytes / 2 ** 20)
    }
  }
}

interface Load extends Omit<RoundOptions, 'isCounted'> {
  readonly rounds: number
  readonly before: readonly string[] | undefined
}

function tableOf(subject: Subject, all: readonly Measured[]): string {
  const startsOf = ({ figures }: Measured): readonly number[] => figures.get(subject)?.starts ?? []
  const bare = all.find(({ name }) => name === BARE)
  const rows = all.map((measured) => {
    const own = measured.figures.get(subject)
    const starts = startsOf(measured)
    // Compares servers that were started together, when the machine was in the same condition.
    const ratios = starts.map((took, index) => ((bare && startsOf(bare)[index]) ?? Number.NaN) / took)
    return [
      measured.name,
      median(starts).toFixed(1),
      median(ratios).toFixed(2),
      `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
      median(own?.halves ?? []).toFixed(2),
      median(own?.tails ?? []).toFixed(2),
      median(own?.megabytes ?? []).toFixed(0),
    ]
  })
  return `${subject.name}\n${formatTable({ header: HEADER, rows, textColumns: 1 })}`
}

/** @param only comma-separated prefixes of the names of servers to measure in addition to the bare one. */
function choose(made: readonly Contestant[], only: string | undefined): readonly Contestant[] {
  if (only === undefined) return made
  const beginnings = only.split(',')
  const unknown = beginnings.find((beginning) => !made.some(({ name }) => name.startsWith(beginning)))
  if (unknown !== undefined)
    throw new UsageError(`"--only" expects prefixes of server names, but no name begins with "${unknown}".`)
  return made.filter(
    ({ name }) => name === BARE || beginnings.some((beginning) => name.startsWith(beginning)),
  )
}

await runCommand(async (signal) => {
  const { values } = parseArgs({
    options: {
      starts: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      requests: { type: 'string', default: '4000' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const starts = count('starts', values.starts)
  const rounds = count('rounds', values.rounds)
  const requests = count('requests', values.requests)
  const progress = createProgress(process.stderr)
  progress.step(`Peers in ${PEERS_FOLDER}`)
  await installPackages(PEERS_FOLDER, { dependencies: PACKAGES }, signal)
  const made = await makeContestants(PEERS_FOLDER, signal)
  const all = choose(made, values.only).map((contestant): Measured => {
    const none = (): Figures => ({
      microseconds: [],
      milliseconds: [],
      starts: [],
      halves: [],
      tails: [],
      megabytes: [],
    })
    return { ...contestant, figures: new Map(SUBJECTS.map((subject) => [subject, none()])) }
  })
  const before = shareCores()
  for (let start = 1; start <= starts; start++) {
    progress.step(`start ${start} of ${starts}`)
    await measureStart(all, { rounds, count: requests, before, signal })
  }
  progress.clear()
  console.log(
    `${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}; medians of ${starts} starts with ${rounds} rounds of ${requests} requests${before === undefined ? '' : ', one core reserved for the servers'}`,
  )
  for (const subject of SUBJECTS) console.log(`\n${tableOf(subject, all)}`)
  return 0
})
