import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../errors/problem.ts'
import type { RemoteOptions } from '../load/read/remote-files.ts'
import { isNetworkSource } from '../load/source/file-name.ts'
import type { Config } from '../options/config/config-types.ts'
import type { Text } from '../options/config/secret.ts'

/**
 * Cache folder in the nearest `node_modules` in or above the output folder. If there is no `node_modules`,
 * nothing is cached.
 */
export function documentCacheFolder(output: string): string | undefined {
  for (let folder = output; folder !== dirname(folder); folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    if (existsSync(modules)) return join(modules, '.cache', 'concordat')
  }
  return undefined
}

/**
 * Settings for network requests; `undefined` if no requests are allowed.
 * @throws {UsageError} if a header refers to an environment variable that is missing, is empty, or is not a
 * single line of text. Messages never contain header values.
 */
export function documentRemoteOptions({
  document,
  documentHeaders = {},
  remotes,
  output,
}: Pick<Config, 'document' | 'documentHeaders' | 'remotes'> & Partial<Pick<Config, 'output'>>):
  | RemoteOptions
  | undefined {
  if (!isNetworkSource(document) && remotes === undefined) return undefined
  const cache = documentCacheFolder(output ?? process.cwd())
  return {
    headers: valuesOf(documentHeaders),
    ...(remotes !== undefined && {
      allowed: Object.fromEntries(
        Object.entries(remotes).map(([address, headers]) => [address, valuesOf(headers)]),
      ),
    }),
    ...(cache !== undefined && { cache }),
  }
}

function valuesOf(headers: Readonly<Record<string, Text>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      typeof text === 'string' ? text : fromEnvironment(name, text.env),
    ]),
  )
}

function fromEnvironment(header: string, variable: string): string {
  const value = process.env[variable]?.trim()
  if (value === undefined || value === '' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw new UsageError(
      `The environment variable "${variable}" must be set to a single line of text, because it provides the "${header}" header for the document's files.`,
    )
  return value
}
