import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

function runNpm(args: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd, signal, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The peers were not installed: npm ended with ${code}.\n${said.slice(-2000)}`))
    })
  })
}
