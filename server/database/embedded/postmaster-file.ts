import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The content of PostgreSQL's lock file for the server that uses, or last used, a cluster. */
export interface Postmaster {
  readonly pid: number
  /** Folder that contains the server's Unix socket. */
  readonly socketFolder: string
}

/**
 * Reads `postmaster.pid`, which PostgreSQL keeps in a cluster's folder while it is running, and leaves behind
 * if it is killed.
 * @returns `undefined` if the file is missing or incomplete.
 * @see https://www.postgresql.org/docs/current/storage-file-layout.html
 */
export function readPostmasterFile(cluster: string): Postmaster | undefined {
  let text: string
  try {
    text = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  const [pid, , , , socketFolder] = text.split('\n')
  return Number(pid) > 0 && socketFolder ? { pid: Number(pid), socketFolder } : undefined
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
