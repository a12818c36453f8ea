import { existsSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the display name of a file, given its URL or path. For a local file, it is the path relative to the
 * working directory. For any other file, it is the URL without query and user information, which can contain
 * secrets.
 */
export function fileDisplayName(file: string): string {
  const url = /^[a-z][a-z\d+.-]+:/i.test(file) ? URL.parse(file) : null
  if (url === null) return relative(process.cwd(), file)
  if (url.protocol !== 'file:') return `${url.origin}${url.pathname}`
  const path = pathOfFileUrl(url)
  return path === undefined ? url.href : relative(process.cwd(), path)
}

/**
 * Path of a file URL; `undefined` if the URL cannot refer to a local file, because it has a remote host or an
 * encoded slash.
 */
export function pathOfFileUrl(file: string | URL): string | undefined {
  try {
    return fileURLToPath(file)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** True for a path whose last part is "-", which means standard input unless that file exists. */
export function isStandardInputSource(path: string): boolean {
  return basename(path) === '-' && !existsSync(path)
}

/** True for a network URL. */
export function isNetworkSource(name: string): boolean {
  return /^https?:\/\//i.test(name)
}
