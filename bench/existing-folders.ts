import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../generator/errors/problem.ts'

/**
 * Resolves the folders given on the command line to absolute paths.
 * @param help appended to the error message.
 * @throws {UsageError} if one does not exist.
 */
export function existingFolders(paths: readonly string[], help: string): readonly string[] {
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new UsageError(`There is no folder "${missing}".\n\n${help}`)
  return paths.map((path) => resolve(path))
}
