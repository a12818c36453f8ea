import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package manager. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCKS = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
} as const

/** The package manager, according to the lock file of the project or its workspace; npm if there is none. */
export function packageManagerOf(folder: string): PackageManager {
  for (let place = folder; ; place = dirname(place)) {
    const lock = Object.entries(LOCKS).find(([name]) => existsSync(join(place, name)))
    if (lock !== undefined) return lock[1]
    if (place === dirname(place)) return 'npm'
  }
}

/** Command line that installs packages: "pnpm add -D a b". */
export function installLine(
  manager: PackageManager,
  names: readonly string[],
  isDevelopment: boolean,
): string {
  const verb = manager === 'npm' ? 'install' : 'add'
  const flag = manager === 'npm' ? '--save-dev' : '-D'
  return [manager, verb, ...(isDevelopment ? [flag] : []), ...names].join(' ')
}

/** The command that, in a workspace's root, runs a script in every package that has it. */
export function everyPackageLine(manager: PackageManager, script: string): string {
  const lines: Readonly<Record<PackageManager, string>> = {
    npm: `npm run ${script} --workspaces --if-present`,
    pnpm: `pnpm -r --if-present run ${script}`,
    yarn: `yarn workspaces foreach -A run ${script}`,
    bun: `bun run --filter '*' ${script}`,
  }
  return lines[manager]
}
