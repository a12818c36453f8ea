import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { ProblemsError, type SourcePlace } from '../../errors/problem.ts'
import { isNetworkSource } from '../../load/source/file-name.ts'
import type { Given } from '../../options/options.ts'
import { type ReadDocument, readDocument } from '../../pipeline/read-document.ts'
import { checkOutRevision, gitRevision } from './revision.ts'

/**
 * Reads one of the two documents.
 * @param name a file, an address, or a file in a git revision: "main:openapi.yaml". In a revision, references
 * may point to any file, and locations begin with the revision's name.
 * @throws {ProblemsError} if the document is invalid.
 * @throws {UsageError} if the revision does not exist.
 */
export async function readDiffSide(name: string, { documentHeaders, root }: Given): Promise<ReadDocument> {
  const headers = documentHeaders === undefined ? {} : { documentHeaders }
  const revision = gitRevision(name)
  if (revision === undefined) {
    // The root may be meant for the other side, because one side can be an address and the other a file.
    const isOwn = root !== undefined && isNetworkSource(root) === isNetworkSource(name)
    const document = isNetworkSource(name) ? name : resolve(name)
    return readDocument({ document, ...headers, ...(isOwn && { root }) })
  }
  const folder = mkdtempSync(join(tmpdir(), 'concordat-diff-'))
  const named = (place: SourcePlace): SourcePlace => {
    const path = relative(folder, resolve(place.file))
    return path.startsWith('..') ? place : { ...place, file: `${revision.name}:${path.split(sep).join('/')}` }
  }
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  try {
    const read = await readDocument({ document: await checkOutRevision(revision, folder), root: folder })
    const warnings = read.warnings.map((problem) => ({ ...problem, place: named(problem.place) }))
    return { ...read, warnings, locate: (pointer) => named(read.locate(pointer)) }
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error
    throw new ProblemsError(error.problems.map((problem) => ({ ...problem, place: named(problem.place) })))
  }
}
