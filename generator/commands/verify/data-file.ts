import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseDocument } from 'yaml'
import { UsageError } from '../../errors/problem.ts'

/**
 * Reads a YAML or JSON file.
 * @throws {UsageError} when it cannot be read or is neither.
 */
export function readDataFile(path: string): unknown {
  const name = relative(process.cwd(), path)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`"${name}" cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined) throw new UsageError(`"${name}" is neither YAML nor JSON: ${error.message}`)
  return document.toJS()
}
