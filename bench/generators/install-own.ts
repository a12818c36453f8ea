import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runNpm } from './npm.ts'
import type { Tool } from './tool.ts'

const DIST = resolve(import.meta.dirname, '../../dist')
/** Folder in which our packages are installed. */
export const OWN_FOLDER = join(tmpdir(), 'concordat-bench-own')

/**
 * Concordat as an installed package, because the other tools also run as JavaScript from installed packages.
 */
export const OWN: Tool = {
  id: 'concordat',
  name: 'Concordat',
  makes: 'types, client, server, contract tests',
  script: join(OWN_FOLDER, 'node_modules/concordat/generator/cli.js'),
  arguments: (document, output) => ['generate', '--document', document, '--output', output],
}

export function installOwn(signal: AbortSignal): Promise<void> {
  return installBuilt(OWN_FOLDER, ['runtime', 'contract', 'mock', 'concordat'], signal)
}

/**
 * Installs the current packages in `dist/`, as a project would from the registry, into a folder that is
 * emptied first.
 * @param names folder names in `dist/`.
 */
export async function installBuilt(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const packages = names.map((name) => join(DIST, name))
  await runNpm(['install', '--install-links', '--no-audit', '--no-fund', ...packages], folder, signal)
}
