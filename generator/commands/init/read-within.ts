import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ResolvedConfig } from '../../configuration/read-config.ts'
import { ProblemsError } from '../../errors/problem.ts'
import { isNetworkSource } from '../../load/source/file-name.ts'
import type { Model } from '../../model/model.ts'
import { readDocument } from '../../pipeline/read-document.ts'

export interface ReadWithin {
  readonly model: Model
  /** Absolute path of the root that was found; absent if none was needed. */
  readonly root?: string
}

/**
 * Reads a document whose references may leave its folder. If no root is given, it becomes the nearest folder
 * that contains all referenced files, up to the repository's root.
 * @throws {ProblemsError} if the document is invalid, or refers to a file outside the repository.
 */
export async function readDocumentForInit(config: ResolvedConfig): Promise<ReadWithin> {
  const { document, root } = config
  if (root !== undefined || isNetworkSource(document)) return readDocument(config)
  const start = dirname(document)
  const folders = [start, ...foldersAbove(start)]
  for (const [index, folder] of folders.entries())
    try {
      const { model } = await readDocument(index === 0 ? config : { ...config, root: folder })
      return { model, ...(index > 0 && { root: folder }) }
    } catch (error) {
      if (index === folders.length - 1 || !leavesRoot(error)) throw error
    }
  throw new RangeError('Expected at least one folder.')
}

function leavesRoot(error: unknown): boolean {
  return (
    error instanceof ProblemsError && error.problems.some(({ code }) => code === 'reference-outside-root')
  )
}

/** The parent folders, from the nearest to the root of the git repository; empty outside a repository. */
function foldersAbove(start: string): readonly string[] {
  const above: string[] = []
  for (let place = start; ; place = dirname(place)) {
    if (place !== start) above.push(place)
    if (existsSync(join(place, '.git'))) return above
    if (place === dirname(place)) return []
  }
}
