import { posix } from 'node:path'
import { header } from '../emit/header.ts'
import { UsageError } from '../errors/problem.ts'
import type { Model } from '../model/model.ts'
import type { OwnOutput } from '../options/config/outputs.ts'

/**
 * What the user's own outputs print.
 * @throws {UsageError} for contents that are not a string, and for a file that is outside the output folder or exists already.
 */
export async function ownFiles(
  outputs: readonly OwnOutput[],
  { model, files }: { readonly model: Model; readonly files: ReadonlyMap<string, string> },
): Promise<ReadonlyMap<string, string>> {
  const own = new Map<string, string>()
  for (const output of outputs) {
    const printed: unknown = await output(model, { header: header(model).toString() })
    const name = `The output ${output.name === '' ? 'of your own' : `"${output.name}"`}`
    if (typeof printed !== 'object' || printed === null)
      throw new UsageError(
        `${name} did not return an object. Expected: file contents by path, { "extra.ts": "…" }.`,
      )
    for (const [path, text] of Object.entries(printed)) {
      const place = `${name}: "${path}"`
      if (path === '' || posix.isAbsolute(path) || posix.normalize(path) !== path || path.startsWith('..'))
        throw new UsageError(
          `${place} is not a path below the output folder. Expected: "extra.ts" or "docs/extra.md".`,
        )
      if (files.has(path) || own.has(path))
        throw new UsageError(`${place} is already made by another output.`)
      if (typeof text !== 'string') throw new UsageError(`${place} is not a string.`)
      own.set(path, text)
    }
  }
  return own
}
