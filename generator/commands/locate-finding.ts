import { statSync } from 'node:fs'
import { relative } from 'node:path'
import type { ClausePlace } from '@concordat/contract'
import { UsageError } from '../errors/problem.ts'
import { loadDocument, type ReadDocument } from '../pipeline/read-document.ts'
import { isDocument } from './is-document.ts'
import { clauseLocator } from './locate-clause.ts'

/**
 * Makes a function that locates a finding: in the document that was read, or in a file of the repository that
 * stands for it, since tools show nothing at an address.
 * @param source a copy of the document, whose lines are named, or code that makes it, which is named as a
 * whole: an absolute path.
 * @throws {UsageError} where there is no such file.
 * @throws {ProblemsError} where the copy is wrong.
 */
export async function findingLocator(
  { model, locate }: Pick<ReadDocument, 'model' | 'locate'>,
  source: string | undefined,
): Promise<(clause: string) => ClausePlace> {
  if (source === undefined) return clauseLocator(model.document, locate)
  const name = relative(process.cwd(), source)
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(
      `"--source ${name}": there is no such file. Fix: name one of the repository, no folder.`,
    )
  if (!isDocument(source)) {
    const file = (pointer: string) => ({ file: name, pointer })
    return clauseLocator(model.document, file)
  }
  const copy = await loadDocument({ document: source })
  return clauseLocator(copy.document, (pointer) => copy.locate(pointer))
}
