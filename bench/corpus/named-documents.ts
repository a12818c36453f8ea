import { UsageError } from '../../generator/errors/problem.ts'
import { existingFolders } from '../existing-folders.ts'
import { type CorpusDocument, findDocuments } from './find-documents.ts'

/**
 * Finds the documents below the folders given on the command line.
 * @param options.only the value of `--only`.
 * @param options.help appended to the error message.
 * @throws {UsageError} if no folder is given, or one does not exist.
 */
export function namedDocuments(
  paths: readonly string[],
  { only, help }: { readonly only?: string | undefined; readonly help: string },
): readonly CorpusDocument[] {
  if (paths.length === 0) throw new UsageError(`Give a folder of documents.\n\n${help}`)
  return chooseDocuments(existingFolders(paths, help).flatMap(findDocuments), only)
}

/**
 * Selects the documents whose names contain one of the comma-separated parts, such as "a,b"; all by default.
 */
export function chooseDocuments(
  documents: readonly CorpusDocument[],
  only: string | undefined,
): readonly CorpusDocument[] {
  const parts = only?.split(',')
  return documents.filter(({ name }) => parts?.some((part) => name.includes(part)) ?? true)
}
