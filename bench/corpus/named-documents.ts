import { UsageError } from '../../generator/errors/problem.ts'
import { existingFolders } from '../existing-folders.ts'
import { type CorpusDocument, findDocuments } from './find-documents.ts'

/**
 * The documents below the folders that a command line names.
 * @param options.only what `--only` says.
 * @param options.help is told with the mistake.
 * @throws {UsageError} if no folder is named, or one is not there.
 */
export function namedDocuments(
  paths: readonly string[],
  { only, help }: { readonly only?: string | undefined; readonly help: string },
): readonly CorpusDocument[] {
  if (paths.length === 0) throw new UsageError(`Name a folder of documents.\n\n${help}`)
  return chooseDocuments(existingFolders(paths, help).flatMap(findDocuments), only)
}

/** Documents whose names contain one of the parts of "a,b"; all by default. */
export function chooseDocuments(
  documents: readonly CorpusDocument[],
  only: string | undefined,
): readonly CorpusDocument[] {
  const parts = only?.split(',')
  return documents.filter(({ name }) => parts?.some((part) => name.includes(part)) ?? true)
}
