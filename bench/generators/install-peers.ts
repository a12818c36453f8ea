import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.ts'
import { OVERRIDES, PACKAGES, PEER_FILES } from './peers.ts'

const MANIFEST = `${JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES, overrides: OVERRIDES }, null, 2)}\n`

/**
 * Installs the peers into a folder of their own, unless these very versions are there already: they never become
 * dependencies of this package.
 * @throws when npm fails, with the end of what it said.
 */
export async function installPeers(folder: string, signal: AbortSignal): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(PEER_FILES)) writeFileSync(join(folder, name), text)
  // Written last, so that an installation that was cut short is begun anew.
  const installed = join(folder, 'installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === MANIFEST) return
  writeFileSync(join(folder, 'package.json'), MANIFEST)
  await runNpm(['install', '--prefix', folder, '--no-audit', '--no-fund'], folder, signal)
  writeFileSync(installed, MANIFEST)
}
