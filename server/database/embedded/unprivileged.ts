import { lstatSync, statSync } from 'node:fs'
import path from 'node:path'

/** The user and group under which PostgreSQL runs. */
export interface Identity {
  readonly uid: number
  readonly gid: number
}

/** The uid and gid of `nobody`, the account without rights, on macOS and on Linux. */
const nobody: Identity =
  process.platform === 'darwin' ? { uid: 4294967294, gid: 4294967294 } : { uid: 65534, gid: 65534 }

/**
 * Chooses the identity for PostgreSQL, which does not run as root.
 * @param folder the cluster's folder, which might not exist yet.
 * @returns this process's identity or, if this process is root, the folder's owner; `nobody` if the owner is
 * root as well, or if the folder does not exist.
 */
export function identityFor(folder: string): Identity {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  if (own.uid !== 0) return own
  const owner = statSync(folder, { throwIfNoEntry: false })
  return owner === undefined || owner.uid === 0 ? nobody : { uid: owner.uid, gid: owner.gid }
}

/** True if an identity can read a file or folder and enter every folder above it. */
export function canReach(target: string, identity: Identity): boolean {
  const parent = path.dirname(target)
  return allows(target, identity, 0o4) && (parent === target || passable(parent, identity))
}

function passable(folder: string, identity: Identity): boolean {
  const parent = path.dirname(folder)
  return allows(folder, identity, 0o1) && (parent === folder || passable(parent, identity))
}

function allows(target: string, { uid, gid }: Identity, bit: number): boolean {
  const stat = statSync(target, { throwIfNoEntry: false })
  if (stat === undefined) return false
  if (uid === 0) return true
  const shift = stat.uid === uid ? 6 : stat.gid === gid ? 3 : 0
  return ((stat.mode >> shift) & bit) === bit
}

/** True if a path is a real folder, not a link, and only this identity can enter it. */
export function isPrivateFolder(folder: string, { uid }: Identity): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === uid && (stat.mode & 0o077) === 0
}
