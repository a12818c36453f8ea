import { chownSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { canReach, type Identity, isPrivateFolder } from './unprivileged.ts'

const prefix = 'concordat-'

/**
 * The longest folder that leaves room for `/concordat-XXXXXX/.s.PGSQL.5432.lock` in a socket's address: 107
 * bytes on Linux, 103 on macOS. A longer one makes PostgreSQL refuse to start.
 */
const longestParent = 60

/**
 * Makes a folder for a server's unix socket that only `identity`, and root, can enter.
 * It lies among the temporary files because a data folder's path may be too long for a socket.
 */
export function makeSocketFolder(identity: Identity): string {
  const usual = tmpdir()
  const isUsable = usual.length <= longestParent && canReach(usual, identity)
  const folder = mkdtempSync(path.join(isUsable ? usual : '/tmp', prefix))
  chownSync(folder, identity.uid, identity.gid)
  return folder
}

/** True if a folder is one that `makeSocketFolder` made for this identity, and still safe to use. */
export function isSocketFolder(folder: string, identity: Identity): boolean {
  return path.basename(folder).startsWith(prefix) && isPrivateFolder(folder, identity)
}

/**
 * Removes a socket folder in which no server listens; anything else stays. One that starts at
 * that moment may be in it already.
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
 * Notes where the server of a cluster listens. PostgreSQL's own note is lost if a restart
 * after a crash fails. The process that starts it then must make it listen where the
 * connections of other processes look for it.
 */
export function noteSocketFolder(cluster: string, folder: string): void {
  if (recallSocketFolder(cluster) !== folder) writeFileSync(noteOf(cluster), folder, { mode: 0o600 })
}

/** The folder that was noted last, which may be gone; `undefined` when none was. */
export function recallSocketFolder(cluster: string): string | undefined {
  try {
    return readFileSync(noteOf(cluster), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Beside the cluster, not in it: its folder is PostgreSQL's alone. */
function noteOf(cluster: string): string {
  return `${cluster}.socket`
}
