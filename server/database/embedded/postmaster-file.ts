import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Content of PostgreSQL's lock file for the server that uses, or used, a cluster. */
export interface Postmaster {
  readonly pid: number
  /** Folder of the server's unix socket. */
  readonly socketFolder: string
}

/**
 * Reads `postmaster.pid`, which PostgreSQL writes into a cluster's folder while it runs and leaves behind if
 * killed.
 * @returns `undefined` if there is none, or if it is incomplete.
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
