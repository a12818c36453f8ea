import { chownSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { canReach, type Identity, isPrivateFolder } from './unprivileged.ts'

const prefix = 'concordat-'

/**
 * Maximum length of the folder above `/concordat-XXXXXX/.s.PGSQL.5432.lock`. A socket address is limited to
 * 107 bytes on Linux and 103 on macOS, and PostgreSQL would not start with a longer one.
 */
const longestParent = 60

/**
 * Creates a folder that only `identity` and root can enter, for a server's Unix socket. It is among the
 * temporary files, because a data folder's path can be too long for a socket.
 */
export function makeSocketFolder(identity: Identity): string {
  const usual = tmpdir()
  const isUsable = usual.length <= longestParent && canReach(usual, identity)
  const folder = mkdtempSync(path.join(isUsable ? usual : '/tmp', prefix))
  chownSync(folder, identity.uid, identity.gid)
  return folder
}

/**
 * True if a folder has the name prefix, owner and permissions of one that `makeSocketFolder` created for this
 * identity.
 */
export function isSocketFolder(folder: string, identity: Identity): boolean {
  return path.basename(folder).startsWith(prefix) && isPrivateFolder(folder, identity)
}

/** Removes a socket folder unless it is in use, possibly by a server that is just starting. */
export function removeSocketFolder(folder: string, identity: Identity): void {
  if (!isSocketFolder(folder, identity)) return
  try {
    rmdirSync(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const isInUse = code === 'ENOTEMPTY'
    const isGone = code === 'ENOENT'
    if (!isInUse && !isGone) throw error
  }
}

/**
 * Records the socket folder of a cluster's server. PostgreSQL's own record is lost if a restart after a crash
 * fails, but the next server must listen where other processes' connections expect it.
 */
export function noteSocketFolder(cluster: string, folder: string): void {
  if (recallSocketFolder(cluster) !== folder) writeFileSync(noteOf(cluster), folder, { mode: 0o600 })
}

/** The last recorded folder, which might no longer exist; `undefined` if no folder was recorded. */
export function recallSocketFolder(cluster: string): string | undefined {
  try {
    return readFileSync(noteOf(cluster), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The path of the record. It is next to the cluster, because only PostgreSQL is allowed to use the cluster's
 * folder.
 */
function noteOf(cluster: string): string {
  return `${cluster}.socket`
}
