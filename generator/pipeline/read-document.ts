import type { ConfigOrigin } from '../configuration/config-origin.ts'
import { type Problem, ProblemsError, readingsAsErrors, type SourcePlace } from '../errors/problem.ts'
import { type LoadedDocument, type LoadOptions, load } from '../load/load.ts'
import { buildModel } from '../model/build.ts'
import type { Naming } from '../model/describe-document.ts'
import type { Model } from '../model/model.ts'
import type { Config } from '../options/config/config-types.ts'
import type { Selected } from '../select/select.ts'
import { placeOfFilter } from './filter-place.ts'
import { documentRemoteOptions } from './remote-options.ts'

/** A document as commands read it, before anything is printed. */
export interface ReadDocument {
  readonly model: Model
  /** OpenAPI version: "3.1". */
  readonly version: string
  /** Problems that do not affect the output. */
  readonly warnings: readonly Problem[]
  /** Number of operations and webhooks that filters exclude. */
  readonly leftOut: number
  /** Absolute paths or URLs of all files that were read. */
  readonly sources: readonly string[]
  /** Returns the location where a node of the bundled document was written. */
  locate(pointer: string): SourcePlace
  /** Returns the SHA-256 hash, in hexadecimal, of the document's bytes before anything was resolved. */
  sha256(): string
}

/**
 * Runs the stages that precede printing. Does not load the printers, which would take longer than loading a
 * small document.
 * @throws {ProblemsError} with every problem that a stage found.
 */
export async function readDocument(config: DocumentConfig & Pick<Config, 'strict'>): Promise<ReadDocument> {
  if (config.strict !== true) return readLeniently(config)
  const read = await readLeniently(config).catch((error: unknown) => {
    throw error instanceof ProblemsError ? new ProblemsError(readingsAsErrors(error.problems)) : error
  })
  const problems = readingsAsErrors(read.warnings)
  if (problems.some(({ severity }) => severity === 'error')) throw new ProblemsError(problems)
  return read
}

/** Configuration properties that determine the document. */
export type DocumentConfig = Pick<
  Config,
  | 'document'
  | 'documentHeaders'
  | 'remotes'
  | 'overlays'
  | 'root'
  | 'filters'
  | 'operationNames'
  | 'parameterNames'
  | 'memberNames'
  | 'typeNames'
  | 'tagNames'
  | 'nullableReferences'
> &
  Partial<Pick<Config, 'output'>> &
  Pick<LoadOptions, 'areHrefsNames'> & { readonly origin?: ConfigOrigin | undefined }

/** Runs only the load stage. */
export async function loadDocument(config: DocumentConfig): Promise<LoadedDocument> {
  const { document, overlays = [], root, nullableReferences, areHrefsNames } = config
  const remote = documentRemoteOptions(config)
  return load({
    document,
    overlays,
    areHrefsNames,
    ...(root !== undefined && { root }),
    ...(nullableReferences !== undefined && { nullableReferences }),
    ...(remote !== undefined && { remote }),
  })
}

async function readLeniently(config: DocumentConfig): Promise<ReadDocument> {
  const { loaded, leftOut } = await selected(await loadDocument(config), config)
  const { model, warnings } = buildModel(loaded, namingOf(config))
  return {
    model,
    version: loaded.version.name,
    warnings,
    leftOut,
    sources: loaded.files,
    locate: (pointer) => loaded.locate(pointer),
    sha256: () => loaded.sha256(),
  }
}

function namingOf(config: DocumentConfig): Naming {
  const { operationNames, parameterNames, memberNames, typeNames, tagNames } = config
  return {
    ...(operationNames !== undefined && { operations: operationNames }),
    ...(parameterNames !== undefined && { parameters: parameterNames }),
    ...(memberNames !== undefined && { members: memberNames }),
    ...(typeNames !== undefined && { types: typeNames }),
    ...(tagNames !== undefined && { tags: tagNames }),
  }
}

/**
 * Reduces the document to the operations that the filters select. Loads the select stage only if there are
 * filters.
 */
async function selected(loaded: LoadedDocument, { filters, origin }: DocumentConfig): Promise<Selected> {
  if (filters === undefined) return { loaded, leftOut: 0 }
  const { selectOperations: select } = await import('../select/select.ts')
  return select(loaded, filters, placeOfFilter(origin))
}
