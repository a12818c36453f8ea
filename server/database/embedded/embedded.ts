import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { type Cluster, folderArgument, openCluster, superuser } from './cluster.ts'
import { type Postmaster, readPostmasterFile } from './postmaster-file.ts'
import {
  isSocketFolder,
  makeSocketFolder,
  noteSocketFolder,
  recallSocketFolder,
  removeSocketFolder,
} from './socket-folder.ts'

/**
 * A running PostgreSQL that this process started, or that it shares with other processes that use the same
 * data folder.
 */
export interface EmbeddedPostgres {
  /** The server's address and its role. */
  readonly connection: { readonly host: string; readonly user: string }
  /** Releases the server; the last process to do so stops it. Resolves when this is complete. */
  leave(): Promise<void>
}

/** The database that contains the service's tables; `initdb` creates it. */
export const defaultDatabase = 'postgres'

/** Advisory lock that every process holds in shared mode while it uses the server. */
const presence = 7_305_111

/**
 * Time limit for a server to start or stop, in milliseconds. During a start, the time begins again whenever
 * the server responds that it is busy.
 */
const patience = 30_000

/**
 * Maximum time to retry while the processes of a killed server end, in milliseconds. Such a process keeps its
 * lock until the init process reaps it, which can take many seconds on a busy machine.
 */
const orphanPatience = 120_000

/** Time between two attempts to start a server, in milliseconds. */
const restartPause = 500

const settings = {
  listen_addresses: '',
  jit: 'off', // the queries are short: compiling them would cost more than it saves
  log_checkpoints: 'off', // nothing else is written to the log regularly, so it need not be rotated
  max_connections: '200',
}

/**
 * Starts the PostgreSQL that npm installed, in a data folder that is created if missing, or joins the server
 * that is running there. It needs no TCP port, install script or system account: the server listens on a Unix
 * socket in a private folder and, if this process is root, runs as an unprivileged user. The server survives
 * if a process is killed, and the next process joins it. After a crash, the server is started again on the
 * same socket. This is retried until it succeeds, because a full disk can prevent a start.
 * @param dataFolder absolute path.
 * @throws Error with the server's log, or its path, if the server does not start.
 */
export async function startEmbedded(dataFolder: string): Promise<EmbeddedPostgres> {
  const cluster = openCluster(dataFolder)
  const log = path.join(dataFolder, 'postgres.log')
  let leaving = false
  const watch = (keeper: Client): Client =>
    keeper.once('end', () => {
      if (!leaving) entered = returnTo(keeper.host).then(watch)
    })
  async function returnTo(socketFolder: string): Promise<Client> {
    for (;;) {
      try {
        return await enter(cluster, { log, socketFolder })
      } catch (error) {
        if (leaving) throw error
        await sleep(restartPause)
      }
    }
  }
  let entered = enter(cluster, { log }).then(watch)
  const { host } = await entered
  return {
    connection: { host, user: superuser },
    async leave() {
      leaving = true
      await leave(cluster, await entered)
    },
  }
}

/**
 * @param socketFolder socket folder for a newly started server if PostgreSQL's lock file names none. Default:
 * the last recorded folder. If the folder no longer exists, a new one is created.
 */
async function enter(
  cluster: Cluster,
  { log, socketFolder }: { log: string; socketFolder?: string },
): Promise<Client> {
  let launched: Launch | undefined
  let orphansUntil: number | undefined
  for (let until = performance.now() + patience; performance.now() < until; await sleep(20)) {
    const postmaster = readPostmasterFile(cluster.folder)
    const attempt = postmaster && (await join(postmaster))
    if (attempt instanceof Client) {
      if (attempt.host === launched?.socketFolder) launched.keepFolder()
      noteSocketFolder(cluster.folder, attempt.host)
      return attempt
    }
    if (attempt === 'busy') until = performance.now() + patience
    if (attempt === 'busy' || launched?.running()) continue
    if (launched !== undefined) {
      orphansUntil ??= performance.now() + orphanPatience
      if (!launched.lostToAnother() || performance.now() > orphansUntil)
        throw new Error(`PostgreSQL did not start:\n${launched.output()}`)
      await sleep(restartPause)
      until = performance.now() + patience
    }
    const previous = postmaster?.socketFolder ?? socketFolder ?? recallSocketFolder(cluster.folder)
    launched = launch(cluster, { log, previous })
  }
  throw new Error(`PostgreSQL did not respond for ${patience / 1000} seconds. See its log: "${log}".`)
}

/**
 * Connects to the server and registers as one of its users. "Busy" means that the server is starting,
 * recovering or stopping.
 */
async function join({ socketFolder }: Postmaster): Promise<Client | 'busy' | 'absent'> {
  const client = new Client({
    host: socketFolder,
    user: superuser,
    database: defaultDatabase,
    application_name: 'concordat presence',
  })
  // Errors are ignored: this idle connection breaks when the server ends, and the pool's own connections
  // report that.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [presence])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof DatabaseError) {
      if (error.code === cannotConnectNow || error.code === adminShutdown) return 'busy'
      throw error
    }
    return 'absent'
  }
}

const cannotConnectNow = '57P03'
const adminShutdown = '57P01'

interface Launch {
  readonly socketFolder: string
  /**
   * Keeps the socket folder if the server exits with an error, because connections use its path: after a
   * crash, the next server must use it too.
   */
  keepFolder(): void
  running(): boolean
  /** Lines added to the log since the server was started. */
  output(): string
  /**
   * True if this server failed to start because another server, or a process of a killed one, still holds the
   * cluster's folder, or because a server that was shutting down removed the socket folder.
   */
  lostToAnother(): boolean
}

function launch(cluster: Cluster, { log, previous }: { log: string; previous: string | undefined }): Launch {
  const reusable = previous !== undefined && isSocketFolder(previous, cluster.identity)
  const socketFolder = reusable ? previous : makeSocketFolder(cluster.identity)
  const options = Object.entries({ ...settings, unix_socket_directories: socketFolder })
  const output = openSync(log, 'a', 0o600)
  const start = statSync(log).size
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', folderArgument(cluster.folder), ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...cluster.identity,
      cwd: cluster.folder,
      env: cluster.binaries.environment,
      stdio: ['ignore', output, output],
      // Ctrl-C in a terminal signals the whole process group, but the server must not stop before this
      // process.
      detached: true,
    },
  )
  closeSync(output)
  child.unref()
  let failure = ''
  child.on('error', (error) => {
    failure = error.message
  })
  let isKept = reusable
  child.on('exit', (code) => {
    const gaveUp = code !== null && code !== 0
    if (gaveUp && !isKept) removeSocketFolder(socketFolder, cluster.identity)
  })
  const gained = () => failure + readFileSync(log).subarray(start).toString()
  return {
    socketFolder,
    keepFolder() {
      isKept = true
    },
    running: () => failure === '' && child.exitCode === null && child.signalCode === null,
    output: gained,
    lostToAnother: () =>
      /lock file "postmaster.pid" (already exists|is empty)|shared memory block .* still in use|lock file ".*\.lock": No such file/.test(
        gained(),
      ),
  }
}

async function leave(cluster: Cluster, keeper: Client): Promise<void> {
  try {
    const postmaster = readPostmasterFile(cluster.folder)
    if (postmaster !== undefined && (await isAlone(keeper))) await stop(cluster, postmaster)
  } finally {
    await keeper.end().catch(() => {})
  }
}

/**
 * Tries to replace the shared lock with an exclusive one. Returns true if it succeeds, which means that no
 * other process uses the server. New processes wait while the lock is held, and start the server again once
 * it has stopped.
 */
async function isAlone(keeper: Client): Promise<boolean> {
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [presence])
    const { rows } = await keeper.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
      presence,
    ])
    return rows[0]?.alone === true
  } catch {
    return false // the server has already ended, so there is nothing to stop
  }
}

async function stop(cluster: Cluster, { pid, socketFolder }: Postmaster): Promise<void> {
  process.kill(pid, 'SIGINT')
  for (
    const until = performance.now() + patience;
    readPostmasterFile(cluster.folder)?.pid === pid;
    await sleep(10)
  ) {
    if (performance.now() > until)
      throw new Error(`PostgreSQL (process ${pid}) did not stop within ${patience / 1000} seconds.`)
  }
  removeSocketFolder(socketFolder, cluster.identity)
}
