import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './npm.ts'
import { OVERRIDES, PACKAGES, PEER_FILES } from './peers.ts'

/** Installs the peers into a folder of their own. @see installPackages */
export async function installPeers(folder: string, signal: AbortSignal): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(PEER_FILES)) writeFileSync(join(folder, name), text)
  await installPackages(folder, { dependencies: PACKAGES, overrides: OVERRIDES }, signal)
}
