import { existsSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A file's name as people write it, of its URL or its path: relative to the working directory, or the address
 * that it was read from, without its query and user, which may be secrets.
 */
export function displayName(file: string): string {
  const url = /^[a-z][a-z\d+.-]+:/i.test(file) ? URL.parse(file) : null
  if (url === null) return relative(process.cwd(), file)
  if (url.protocol !== 'file:') return `${url.origin}${url.pathname}`
  const path = pathOf(url)
  return path === undefined ? url.href : relative(process.cwd(), path)
}

/**
 * The path of a file's URL; `undefined` if no file of this machine can have it: another
 * host, or a name with a slash in it.
 */
export function pathOf(file: string | URL): string | undefined {
  try {
    return fileURLToPath(file)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** True for the path of "-", if no file has that name: the standard input. */
export function isStandardInput(path: string): boolean {
  return basename(path) === '-' && !existsSync(path)
}

/** True if a file is named by its address on the network. */
export function isAddress(name: string): boolean {
  return /^https?:\/\//i.test(name)
}
