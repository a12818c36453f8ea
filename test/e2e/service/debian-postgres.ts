import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../../waiting.ts'

/** A server from Debian's PostgreSQL packages, with its own port and folder. */
export interface DebianPostgres {
  /** URL of its only database, which is initially empty. */
  readonly url: string
  start(): void
  /** @param mode `immediate` acts like a crash: data that the server held in memory is lost. */
  stop(mode: 'fast' | 'immediate'): void
  /**
   * Kills its first process with SIGKILL, as the kernel does when memory runs out, and restarts it once the
   * other processes are gone too.
   */
  killAndStart(): Promise<void>
  /** Stops the server, and removes its folder. */
  remove(): void
}

/**
 * The folder in which the packages install the newest version's programs. A removed package can leave its
 * folder behind.
 */
const programs = globSync('/usr/lib/postgresql/*/bin/initdb')
  .map((initdb) => path.dirname(initdb))
  .toSorted((one, other) => versionOf(one) - versionOf(other))
  .at(-1)

function versionOf(bin: string): number {
  return Number(path.basename(path.dirname(bin)))
}

/** The reason why this machine cannot run such a server; `undefined` if it can. */
export const whyNoDebianPostgres = programs === undefined ? 'needs the package postgresql' : undefined

/** PostgreSQL refuses to run as root. On every Debian system, this user is "nobody". */
const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** Creates and starts a server. @param settings PostgreSQL settings, by name. */
export async function startDebianPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<DebianPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'debian-postgres-'))
  if (unprivileged.uid !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const port = await freePort()
  const run = (program: string, ...args: string[]): void => {
    const { status, stdout, stderr, error } = spawnSync(
      path.join(programs ?? '', program),
      ['-D', folder, ...args],
      { ...unprivileged, cwd: folder, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stdout + stderr}`)
  }
  const given = Object.entries(settings).map(([name, value]) => ` -c ${name}=${value}`)
  const options = `-p ${port} -k ${folder} -h 127.0.0.1${given.join('')}`
  const start = () => run('pg_ctl', 'start', '-w', '-l', `${folder}/log`, '-o', options)
  const stop = (mode: string) => run('pg_ctl', 'stop', '-m', mode)
  run('initdb', '-U', 'concordat', '-A', 'trust', '--no-sync')
  start()
  return {
    url: `postgres://concordat@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async killAndStart() {
      const [pid] = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      // Its child processes hold the shared memory until they notice.
      await until(() => {
        try {
          start()
          return true
        } catch {
          return false
        }
      })
    },
    remove() {
      stop('immediate')
      rmSync(folder, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
