import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../generator/errors/problem.ts'

/**
 * The folders that a command line names, as absolute paths.
 * @param help is told with the mistake.
 * @throws {UsageError} when one is not there.
 */
export function existingFolders(paths: readonly string[], help: string): readonly string[] {
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new UsageError(`There is no folder "${missing}".\n\n${help}`)
  return paths.map((path) => resolve(path))
}
