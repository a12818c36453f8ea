import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import { canReach, type Identity, identityFor } from './unprivileged.ts'

/** A PostgreSQL cluster on disk, with everything needed to run it. */
export interface Cluster {
  /** Absolute path of the cluster's folder. */
  readonly folder: string
  readonly identity: Identity
  readonly binaries: Binaries
}

/** The only role of an embedded cluster, a superuser. */
export const superuser = 'concordat'

/**
 * Argument for the cluster's folder. On Linux, it is PostgreSQL's working directory, which is entered before
 * root privileges are dropped, so that the unprivileged identity needs no access to the folders above the
 * cluster.
 */
export function folderArgument(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/**
 * Opens the cluster in a data folder, and creates it if it is missing. If several processes do this at once,
 * each creates a cluster, and all use the one that is finished first.
 * @throws Error if no PostgreSQL can be found, if the folder cannot be created or belongs to another user, or
 * if `initdb` fails.
 */
export function openCluster(dataFolder: string): Cluster {
  const folder = path.join(dataFolder, 'postgres')
  mkdirSync(dataFolder, { recursive: true })
  const identity = identityFor(existsSync(folder) ? folder : dataFolder)
  const cluster = { folder, identity, binaries: findBinaries(identity) }
  if (process.platform !== 'linux') assertReachable(dataFolder, identity)
  if (!existsSync(folder)) initialise(cluster)
  const owner = statSync(folder).uid
  if (owner !== identity.uid) {
    throw new Error(
      `The folder "${folder}" belongs to user id ${owner}, but this process runs as user id ${identity.uid}. ` +
        'Fix: start the service as that user or as root, or choose another folder with --data.',
    )
  }
  return cluster
}

function assertReachable(dataFolder: string, identity: Identity): void {
  if (canReach(dataFolder, identity)) return
  throw new Error(
    `User id ${identity.uid}, which runs PostgreSQL, cannot enter "${dataFolder}". ` +
      'Fix: use --data to choose a folder that every user can reach and read, or do not start the service as root.',
  )
}

function initialise({ folder, identity, binaries }: Cluster): void {
  const partial = mkdtempSync(`${folder}.partial-`)
  try {
    chmodSync(partial, 0o700)
    chownSync(partial, identity.uid, identity.gid)
    const { status, stdout, stderr, error } = spawnSync(binaries.initdb, initdbArguments(partial), {
      ...identity,
      cwd: partial,
      env: binaries.environment,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`initdb failed in "${partial}": ${error?.message ?? stderr + stdout}`)
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/**
 * Arguments for `initdb`. Trust authentication is safe, because the only access is a socket in a folder that
 * no other user can enter.
 */
function initdbArguments(folder: string): string[] {
  const argument = folderArgument(folder)
  return ['-D', argument, '-U', superuser, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
}
