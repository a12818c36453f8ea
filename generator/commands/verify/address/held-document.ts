import { type Problem, ProblemsError, type SourcePlace } from '../../../errors/problem.ts'
import type { ReadDocument } from '../../../pipeline/read-document.ts'
import type { ServedDocument } from './served-document.ts'

/**
 * Reads a document that may be embedded in a page. Locations get the page's URL and a pointer, because the
 * temporary file is soon deleted.
 * @throws {ProblemsError} if the document is invalid.
 */
export async function readHeldDocument(
  { page }: Pick<ServedDocument, 'page'>,
  read: () => Promise<ReadDocument>,
): Promise<ReadDocument> {
  if (page === undefined) return read()
  // Other documents to which the document refers keep their own URLs.
  const placed = (place: SourcePlace): SourcePlace =>
    /^https?:/.test(place.file) ? place : { file: page, pointer: place.pointer }
  const told = (problem: Problem): Problem => ({ ...problem, place: placed(problem.place) })
  try {
    const { warnings, locate, ...document } = await read()
    return { ...document, warnings: warnings.map(told), locate: (pointer) => placed(locate(pointer)) }
  } catch (error) {
    throw error instanceof ProblemsError ? new ProblemsError(error.problems.map(told)) : error
  }
}
