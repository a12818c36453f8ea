import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { parseFile } from '../../generator/load/read/parse.ts'

/** The root file of one API description, which a user passes to the generator. */
export interface CorpusDocument {
  /** Path below the corpus folder. */
  readonly name: string
  /** Absolute path. */
  readonly file: string
  /** The corpus folder; a document may refer to any file in it. */
  readonly root: string
  /** Value of `openapi` or `swagger`: `3.0.4`. */
  readonly version: string
}

const EXTENSIONS = new Set(['.json', '.yaml', '.yml'])

/**
 * Matches a version that might be at the top level. This avoids parsing the thousands of files into which a
 * large document is split.
 */
const VERSION = /(?:^|[{,])\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?([^\s"',}]*)/m

/**
 * Finds every root file below a folder, ordered by path. A root file has `openapi` or `swagger` at its top
 * level.
 * @param folder absolute path.
 */
export function findDocuments(folder: string): readonly CorpusDocument[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && EXTENSIONS.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap((file) => {
      const version = readVersion(file)
      return version === undefined ? [] : [{ name: relative(folder, file), file, root: folder, version }]
    })
}

function readVersion(file: string): string | undefined {
  const text = readFileSync(file, 'utf8')
  const mentioned = VERSION.exec(text)?.[1]
  if (mentioned === undefined) return undefined
  let root: unknown
  try {
    root = parseFile(text, file).tree
  } catch {
    // A file that cannot be parsed is not skipped, because this would hide a document that the generator
    // cannot read.
    return mentioned
  }
  if (typeof root !== 'object' || root === null) return undefined
  const { openapi, swagger } = root as { openapi?: unknown; swagger?: unknown }
  const version = openapi ?? swagger
  return version === undefined ? undefined : String(version)
}
