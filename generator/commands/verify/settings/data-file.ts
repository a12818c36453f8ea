import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { UsageError } from '../../../errors/problem.ts'
import { unreadableFile } from '../../../errors/unreadable-file.ts'
import { FileProblem, parseFile } from '../../../load/read/parse.ts'

/**
 * Reads a YAML or JSON file in the same way as a document.
 * @throws {UsageError} if it cannot be read or is neither YAML nor JSON.
 */
export function readConfiguredDataFile(path: string): unknown {
  const name = relative(process.cwd(), path)
  const text = readConfiguredTextFile(path)
  try {
    return parseFile(text, path).tree
  } catch (error) {
    if (error instanceof FileProblem) throw new UsageError(`"${name}": ${error.message}`)
    throw error
  }
}

/** Reads a text file. @throws {UsageError} if it cannot be read. */
export function readConfiguredTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(unreadableFile(path, error))
  }
}
