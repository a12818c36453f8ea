import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../../waiting.ts'

/** A server of the PostgreSQL that Debian's packages install, on a free port and a folder of its own. */
export interface DebianPostgres {
  /** Address of its only database, which is empty at first. */
  readonly url: string
  start(): void
  /** @param mode `immediate` is a crash: what the server held in memory is gone. */
  stop(mode: 'fast' | 'immediate'): void
  /**
   * Ends its first process by SIGKILL, as the kernel does when memory runs out, and starts it again
   * when the others are gone, too.
   */
  killAndStart(): Promise<void>
  /** Stops it, and removes its folder. */
  remove(): void
}

/**
 * Where the packages put the programs, of the newest version. A package that was
 * removed can leave its folder behind.
 */
const programs = globSync('/usr/lib/postgresql/*/bin/initdb')
  .map((initdb) => path.dirname(initdb))
  .toSorted((one, other) => versionOf(one) - versionOf(other))
  .at(-1)

function versionOf(bin: string): number {
  return Number(path.basename(path.dirname(bin)))
}

/** Why there can be none on this machine, or nothing when there can. */
export const whyNoDebianPostgres = programs === undefined ? 'needs the package postgresql' : undefined

/** PostgreSQL refuses to run as root; on every Debian this is "nobody". */
const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** Makes a server and starts it. @param settings of PostgreSQL, by name. */
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
      // Its children hold the shared memory until they notice.
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
