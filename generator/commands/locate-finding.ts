import { statSync } from 'node:fs'
import { relative } from 'node:path'
import type { ClausePlace } from '@concordat/contract'
import { UsageError } from '../errors/problem.ts'
import { loadDocument, type ReadDocument } from '../pipeline/read-document.ts'
import { isDocumentFile } from './is-document.ts'
import { clauseLocator } from './locate-clause.ts'

/**
 * Creates a function that locates a finding in the document, or in a file in the repository that represents
 * the document, because tools cannot show lines at a URL.
 * @param source absolute path of a file that represents the document. In a copy of the document, findings are
 * located by line; code that produces the document is reported as a whole.
 * @throws {UsageError} if the file does not exist.
 * @throws {ProblemsError} if the copy is invalid.
 */
export async function findingLocator(
  { model, locate }: Pick<ReadDocument, 'model' | 'locate'>,
  source: string | undefined,
): Promise<(clause: string) => ClausePlace> {
  if (source === undefined) return clauseLocator(model.document, locate)
  const name = relative(process.cwd(), source)
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(
      `"--source ${name}": there is no such file. Fix: specify a file in the repository, not a folder.`,
    )
  if (!isDocumentFile(source)) {
    const file = (pointer: string) => ({ file: name, pointer })
    return clauseLocator(model.document, file)
  }
  const copy = await loadDocument({ document: source })
  return clauseLocator(copy.document, (pointer) => copy.locate(pointer))
}
