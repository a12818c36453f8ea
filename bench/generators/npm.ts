import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packages to install, as in a package.json. */
export interface Dependencies {
  readonly dependencies: Readonly<Record<string, string>>
  readonly overrides?: Readonly<Record<string, string>>
}

/**
 * Installs packages into a separate folder, unless exactly these versions are already there. They never
 * become dependencies of this package.
 * @throws if npm fails, with the end of its output.
 */
export async function installPackages(
  folder: string,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const manifest = `${JSON.stringify({ private: true, type: 'module', ...dependencies }, null, 2)}\n`
  mkdirSync(folder, { recursive: true })
  // This file is written last, so that an interrupted installation starts again.
  const installed = join(folder, 'installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === manifest) return
  writeFileSync(join(folder, 'package.json'), manifest)
  await runNpm(['install', '--prefix', folder, '--no-audit', '--no-fund'], folder, signal)
  writeFileSync(installed, manifest)
}

/** Runs npm. @throws Error if it fails, with the end of its output. */
export function runNpm(args: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd, signal, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`"npm ${args[0]}" ended with ${code}.\n${said.slice(-2000)}`))
    })
  })
}
