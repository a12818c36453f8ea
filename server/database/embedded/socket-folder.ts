import { chownSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { canReach, type Identity, isPrivateFolder } from './unprivileged.ts'

const prefix = 'concordat-'

/**
 * Maximum length of the folder above `/concordat-XXXXXX/.s.PGSQL.5432.lock`, since a socket address is
 * limited: 107 bytes on Linux, 103 on macOS. PostgreSQL would not start with a longer one.
 */
const longestParent = 60

/**
 * Creates a folder for a server's unix socket that only `identity` and root can enter. It is among the
 * temporary files, since a data folder's path may be too long for a socket.
 */
export function makeSocketFolder(identity: Identity): string {
  const usual = tmpdir()
  const isUsable = usual.length <= longestParent && canReach(usual, identity)
  const folder = mkdtempSync(path.join(isUsable ? usual : '/tmp', prefix))
  chownSync(folder, identity.uid, identity.gid)
  return folder
}

/** True if `makeSocketFolder` made a folder for this identity, and it is still safe to use. */
export function isSocketFolder(folder: string, identity: Identity): boolean {
  return path.basename(folder).startsWith(prefix) && isPrivateFolder(folder, identity)
}

/**
 * Removes a socket folder if no server listens there; a server that starts at that moment may already use it.
 */
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
 * fails, and the next server must listen where the connections of other processes expect it.
 */
export function noteSocketFolder(cluster: string, folder: string): void {
  if (recallSocketFolder(cluster) !== folder) writeFileSync(noteOf(cluster), folder, { mode: 0o600 })
}

/** The last recorded folder, which may be gone; `undefined` if there is none. */
export function recallSocketFolder(cluster: string): string | undefined {
  try {
    return readFileSync(noteOf(cluster), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Next to the cluster, whose folder only PostgreSQL may use. */
function noteOf(cluster: string): string {
  return `${cluster}.socket`
}
