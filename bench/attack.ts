import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { defaultDatabase, startEmbedded } from '../server/database/embedded/embedded.ts'
import { startService } from './child.ts'
import { runCommand } from './command.ts'
import { attacks } from './hostile/attacks.ts'
import { limits } from './hostile/limits.ts'
import { type Observed, watch } from './hostile/watch.ts'
import { formatTable } from './table.ts'

const HELP = `Sends bodies to the service that are small to send and dear to take apart, and watches it meanwhile.

  npm run bench:hostile

For each of them: the answers, the longest silence of the service and its memory above that at the start, beside those of as
long a time in which nothing is sent. Memory is told on Linux.

Exit codes: 0 every limit holds (${limits.silenceMs} ms, ${limits.megabytesAbove} MB); 1 one is broken; 2 wrong usage.`

const HEADER = ['what', 'answers', 'silence ms', 'idle ms', 'MB above', 'idle MB', '']
const IDLE_MS = 3000

/** The token of the one project of a new service. */
async function readToken(data: string): Promise<string> {
  const postgres = await startEmbedded(data)
  const { host, user } = postgres.connection
  const pool = new Pool({ host, user, database: defaultDatabase, max: 1 })
  try {
    const { rows } = await pool.query<{ api_token: string }>('select api_token from projects')
    const [project] = rows
    if (project === undefined) throw new Error('The service has made no project.')
    return project.api_token
  } finally {
    await pool.end()
    await postgres.leave()
  }
}

const isBroken = ({ silenceMs, megabytesAbove }: Observed<unknown>) =>
  silenceMs > limits.silenceMs || megabytesAbove > limits.megabytesAbove

await runCommand(async (signal) => {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'concordat-hostile-'))
  const progress = createProgress(process.stderr)
  try {
    const data = join(folder, 'data')
    await using ends = new AsyncDisposableStack()
    const service = await startService({ data, log: join(folder, 'log'), signal })
    ends.defer(() => service.stop())
    const victim = { url: service.url, key: service.key, token: await readToken(data) }
    const rows: string[][] = []
    let broken = 0
    for (const attack of attacks) {
      progress.step(attack.name)
      const attackNow = attack.prepare(victim)
      const idle = await watch(service, () => sleep(IDLE_MS, undefined, { signal }))
      const seen = await watch(service, attackNow)
      if (isBroken(seen)) broken++
      rows.push([
        attack.name,
        [...new Set(seen.result)].join(' '),
        ...[seen.silenceMs, idle.silenceMs, seen.megabytesAbove, idle.megabytesAbove].map((value) =>
          value.toFixed(0),
        ),
        isBroken(seen) ? 'broken' : 'holds',
      ])
    }
    progress.done(`${attacks.length} attacks.`)
    console.log(formatTable({ header: HEADER, rows, textColumns: 2 }))
    return broken > 0 ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
