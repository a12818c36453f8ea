import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { UsageError } from '../../errors/problem.ts'
import { isDocumentFile } from '../is-document.ts'

/** Maximum depth of the search below the working directory. */
const DEEPEST = 4
const LEFT_OUT = new Set([
  'node_modules',
  'dist',
  'build',
  'out',
  'coverage',
  'vendor',
  'generated',
  'test',
  'tests',
])

/**
 * Finds the OpenAPI document in a folder. If there are several, it returns the one nearest to the top.
 * @returns its path relative to the folder.
 * @throws {UsageError} if there is none, or several are equally near.
 */
export function findProjectDocument(folder: string): string {
  const found = documentsBelow(folder, 0).sort((one, other) => one.depth - other.depth)
  const [first] = found
  const names = (some: typeof found) => some.map(({ file }) => `"${relative(folder, file)}"`).join(', ')
  if (first === undefined)
    throw new UsageError(
      'No OpenAPI document was found here. Specify its file or address (https://…): concordat init --document FILE. To start with an example: concordat init --example',
    )
  const nearest = found.filter(({ depth }) => depth === first.depth)
  if (nearest.length > 1)
    throw new UsageError(
      `${nearest.length} OpenAPI documents were found here: ${names(nearest)}. Choose one: concordat init --document ${relative(folder, first.file)}`,
    )
  return relative(folder, first.file)
}

interface Found {
  readonly file: string
  readonly depth: number
}

function documentsBelow(folder: string, depth: number): Found[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): Found[] => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return depth === DEEPEST || entry.name.startsWith('.') || LEFT_OUT.has(entry.name)
        ? []
        : documentsBelow(path, depth + 1)
    return entry.isFile() && /\.(ya?ml|json)$/i.test(entry.name) && isDocumentFile(path)
      ? [{ file: path, depth }]
      : []
  })
}
