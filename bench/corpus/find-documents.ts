import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { parseText } from '../../generator/load/parse.ts'

/** One root file of a description: what a user hands to the generator. */
export interface CorpusDocument {
  /** Path below the corpus folder. */
  readonly name: string
  /** Absolute path. */
  readonly file: string
  /** What `openapi` or `swagger` says: `3.0.4`; `unreadable` when the file does not parse. */
  readonly version: string
}

const EXTENSIONS = new Set(['.json', '.yaml', '.yml'])

/** Spares parsing the thousands of files that a large document is split into. */
const MENTIONS_VERSION = /^[\s{]*["']?(openapi|swagger)["']?\s*:/m

/**
 * Finds every root file below a folder, in the order of their paths: each file with `openapi` or `swagger` at its top level.
 * @param folder absolute path.
 */
export function findDocuments(folder: string): readonly CorpusDocument[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && EXTENSIONS.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap((file) => {
      const version = readVersion(file)
      return version === undefined ? [] : [{ name: relative(folder, file), file, version }]
    })
}

function readVersion(file: string): string | undefined {
  const text = readFileSync(file, 'utf8')
  if (!MENTIONS_VERSION.test(text)) return undefined
  let root: unknown
  try {
    root = parseText(text, file)
  } catch {
    return 'unreadable'
  }
  if (typeof root !== 'object' || root === null) return undefined
  const { openapi, swagger } = root as { openapi?: unknown; swagger?: unknown }
  const version = openapi ?? swagger
  return version === undefined ? undefined : String(version)
}
