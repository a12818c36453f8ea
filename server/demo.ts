import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Seed } from './commands/seed/first-start.ts'
import type { SeededPeople } from './commands/seed/seed-people.ts'

/**
 * The complete demo: it generates the code, starts the service on a free port with an empty database, creates
 * two tenants, tests the service against its document, and stops. Its exit status is that of the tests, or
 * that of the generator if it fails.
 */
const root = resolve(import.meta.dirname, '..')
/** Folder for the results, which are kept for inspection. */
const folder = join(root, '.demo')
const report = join(folder, 'report.html')
/** Time limit for the service to report that it is listening, in milliseconds. */
const START_LIMIT_MS = 60_000
/** Number of last output lines shown if the service does not start. */
const LAST_LINES = 10
/**
 * Number of members and of persons to seed in the first tenant, because no operation creates any. The run
 * uses them up, except for `KEPT` of each, which are needed for lists.
 */
const PEOPLE = 43
const KEPT = 3

const data = await mkdtemp(join(tmpdir(), 'concordat-demo-'))
await mkdir(folder, { recursive: true })
const generated = await exitCode(run('generator/cli.ts', ['generate'], {}))
if (generated !== 0) process.exit(generated)
const service = startService()
try {
  const address = await awaitAddress(service)
  const [main, other] = [await seed(PEOPLE), await seed(1)]
  process.exitCode = await exitCode(
    run('generator/cli.ts', ['verify', address, ...whatIsTested(main, other)], credentials(main, other)),
  )
} finally {
  const stopped = exitCode(service)
  service.kill('SIGTERM')
  await stopped
  await rm(data, { recursive: true })
}
console.log(`\n${report}`)

type Tenant = Seed & SeededPeople

/** The database is discarded afterwards, so all operations can be tested. */
function whatIsTested(main: Tenant, other: Tenant): string[] {
  return [
    ...['--disposable', '--path-value', `project_id=${main.project_id}`],
    ...['--other-path-value', `organization_id=${other.organization_id}`],
    ...['--other-path-value', `project_id=${other.project_id}`],
    ...['--report', `html=${report}`],
  ]
}

function credentials(main: Tenant, other: Tenant): Record<string, string> {
  const { key, user_uuid, organization_id, project_id, member_uuids, person_ids } = main
  const expendable = [
    ...member_uuids.slice(KEPT).map((uuid) => `/api/organizations/${organization_id}/members/${uuid}`),
    ...person_ids.slice(KEPT).map((id) => `/api/projects/${project_id}/persons/${id}`),
  ]
  const makeKey = [
    process.execPath,
    join(root, 'server/admin.ts'),
    'key',
    '--json',
    '--data',
    data,
    '--user',
    user_uuid,
  ]
  return {
    CONCORDAT_KEY: key,
    CONCORDAT_OTHER_KEY: other.key,
    CONCORDAT_KEY_COMMAND: `${makeKey.map((word) => `'${word}'`).join(' ')} --scopes {scopes}`,
    CONCORDAT_EXPENDABLE: expendable.join(),
  }
}

async function seed(people: number): Promise<Tenant> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[join(root, 'server/admin.ts'), 'seed', '--people', String(people), '--json', '--data', data],
  ])
  return JSON.parse(stdout) as Tenant
}

/** Starts the service. Its log is written to a file, with one line per request. */
function startService(): ChildProcess {
  const child = spawn(process.execPath, [join(root, 'server/main.js'), '--port', '0', '--data', data], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DNS_SERVERS: 'none' }, // everything works without a network
  })
  child.stderr?.pipe(createWriteStream(join(folder, 'service.log')))
  return child
}

/**
 * The address that the service prints when it is listening.
 * @throws Error with the last lines of output if the service ends or does not start in time.
 */
async function awaitAddress(service: ChildProcess): Promise<string> {
  const last: string[] = []
  const address = new Promise<string>((resolve) => {
    for (const stream of [service.stdout, service.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', (line) => {
        last.splice(0, last.length - LAST_LINES + 1)
        last.push(line)
        const [found] = stream === service.stdout ? (/http:\/\/\S+/.exec(line) ?? []) : []
        if (found !== undefined) resolve(found)
      })
    }
  })
  // Waits for `close` instead of `exit`, because some output can arrive after the process has exited.
  const ended = once(service, 'close').then(([code, signal]) => `ended with ${signal ?? `exit code ${code}`}`)
  const silent = sleep(START_LIMIT_MS, `did not start within ${START_LIMIT_MS / 1000} s`, { ref: false })
  const outcome = await Promise.race([address.then((url) => ({ url })), ended, silent])
  if (typeof outcome === 'object') return outcome.url
  throw new Error(
    `The service ${outcome}. The full log is in ${join(folder, 'service.log')}.\n${last.join('\n')}`,
  )
}

function run(script: string, args: readonly string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
}

async function exitCode(child: ChildProcess): Promise<number> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  const [code] = hasEnded ? [child.exitCode] : await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}
