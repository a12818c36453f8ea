import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from '../generators/npm.ts'
import { type CorpusDocument, findDocuments } from './find-documents.ts'

/** npm packages that contain documents on which other tools are tested. */
const PACKAGES = [
  { name: '@readme/oas-examples', version: '8.2.2', folder: '.' },
  // Excludes the dereferenced copy next to each document, which nobody maintains.
  { name: '@octokit/openapi', version: '23.0.2', folder: 'generated', without: /\.deref\.json$/ },
] as const

/**
 * Installs the packages into a folder and finds their documents. Each document's name begins with that of its
 * package.
 */
export async function installDocuments(
  folder: string,
  signal: AbortSignal,
): Promise<readonly CorpusDocument[]> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const wanted = PACKAGES.map(({ name, version }) => `${name}@${version}`)
  await runNpm(['install', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted], folder, signal)
  return PACKAGES.flatMap(({ name, folder: inside, ...rest }) =>
    findDocuments(join(folder, 'node_modules', name, inside))
      .filter((document) => !('without' in rest && rest.without.test(document.name)))
      .map((document) => ({ ...document, name: join(name, document.name) })),
  )
}
