import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { SeededPeople } from './commands/seed-people.ts'
import type { Seed } from './first-start.ts'

/**
 * The whole in one go: generate, start the service on a free port with an empty database, run the contract against
 * it, stop. Exits with the status of the contract run.
 */
const root = resolve(import.meta.dirname, '..')
/** Against a service that never says that it listens. In milliseconds. */
const START_LIMIT_MS = 60_000
/** Members and persons, whom no operation creates: the contract uses them up. */
const PEOPLE = '40'

function run(
  script: string,
  args: readonly string[],
  options: { output?: 'inherit' | 'pipe'; env?: Record<string, string> } = {},
): ChildProcess {
  return spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', options.output ?? 'inherit', 'inherit'],
    env: { ...process.env, ...options.env },
  })
}

async function exitCode(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}

/** The first line of a process's output that matches. */
async function awaitLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error('The output of this process is not read.')
  const limit = AbortSignal.timeout(START_LIMIT_MS)
  const lines = createInterface({ input: child.stdout, signal: limit })
  for await (const line of lines) {
    const match = pattern.exec(line)
    if (match !== null) {
      child.stdout.resume()
      return match[1] ?? line
    }
  }
  throw new Error(`The process ended, or took over ${START_LIMIT_MS / 1000} s, before it printed ${pattern}.`)
}

const data = await mkdtemp(join(tmpdir(), 'concordat-demo-'))
const generated = await exitCode(run('generator/cli.ts', ['generate']))
if (generated !== 0) process.exit(generated)
const service = run('server/main.ts', ['--port', '0', '--data', data], {
  output: 'pipe',
  env: { DNS_SERVERS: 'none' }, // the whole works without a network
})
try {
  const address = await awaitLine(service, /(http:\/\/\S+)/)
  const seeding = ['seed', '--people', PEOPLE, '--json', '--data', data]
  const seed: unknown = JSON.parse(
    await awaitLine(run('server/admin.ts', seeding, { output: 'pipe' }), /^(\{.*\})$/),
  )
  const { key, organization_id, project_id, member_uuids, person_ids } = seed as Seed & SeededPeople
  const expendable = [
    ...member_uuids.map((uuid) => `/api/organizations/${organization_id}/members/${uuid}`),
    ...person_ids.map((id) => `/api/projects/${project_id}/persons/${id}`),
  ]
  process.exitCode = await exitCode(
    run('generator/cli.ts', ['contract', address], {
      env: { CONCORDAT_KEY: key, CONCORDAT_EXPENDABLE: expendable.join() },
    }),
  )
} finally {
  const stopped = exitCode(service)
  service.kill('SIGTERM')
  await stopped
  await rm(data, { recursive: true })
}
