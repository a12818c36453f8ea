import { posix } from 'node:path'
import { UsageError } from '../errors/problem.ts'
import type { OutputFiles } from './declaration/output.ts'

/**
 * Checks the files of a user's own output.
 * @param name name of the output's function, which can be empty.
 * @param files files of other outputs.
 * @throws {UsageError} if the result is not an object of strings, or if a file is outside the output folder
 * or is also written by another output.
 */
export function expectOwnFiles(
  printed: unknown,
  { name, files }: { readonly name: string; readonly files: ReadonlyMap<string, unknown> },
): OutputFiles {
  const output = name === '' ? 'Your output function' : `The output "${name}"`
  if (typeof printed !== 'object' || printed === null)
    throw new UsageError(
      `${output} did not return an object. Expected: file contents by path, { "extra.ts": "…" }.`,
    )
  const own: Record<string, string> = {}
  for (const [path, text] of Object.entries(printed)) {
    const place = `${output}: "${path}"`
    if (path === '' || posix.isAbsolute(path) || posix.normalize(path) !== path || path.startsWith('..'))
      throw new UsageError(
        `${place} is not a path inside the output folder. Expected: a path such as "extra.ts" or "docs/extra.md".`,
      )
    if (files.has(path))
      throw new UsageError(
        `${output} writes "${path}", which another output also writes. Fix: return the file under another path.`,
      )
    if (typeof text !== 'string') throw new UsageError(`${output}: the content of "${path}" is not a string.`)
    own[path] = text
  }
  return own
}
