import { readdirSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { didYouMean } from '@concordat/runtime/nearest'

/** System error codes for a path that does not exist. */
const ABSENT = ['ENOENT', 'ENOTDIR']

/**
 * Explains why a file cannot be read. If it does not exist, suggests one with a similar name.
 * @param path absolute, or relative to the working directory.
 * @param error the error from reading the file, or its code.
 */
export function unreadableFile(path: string, error: unknown): string {
  const name = relative(process.cwd(), path) || '.'
  const reason = reasonOf(error)
  if (ABSENT.includes(reason)) return `There is no file "${name}".${nearby(name)}`
  if (reason === 'EISDIR') return `"${name}" is a folder. Specify a file instead.`
  return `The file "${name}" cannot be read (${reason}).`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** Suggests the most similar name among files of the same kind: " Did you mean "ok.yaml"?" */
function nearby(name: string): string {
  const folder = dirname(name)
  const others = filesOf(folder).filter((other) => kindOf(other) === kindOf(name))
  return didYouMean(basename(name), others, folder === '.' ? '' : join(folder, '/'))
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    )
  } catch {
    return []
  }
}

/**
 * The kind of a file, by extension. YAML and JSON count as the same, because a document can be in either
 * format.
 */
function kindOf(name: string): string {
  return extname(name)
    .toLowerCase()
    .replace(/^\.(ya?ml|json)$/, '.yaml')
}
