import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../options/config/config-types.ts'
import type { OutputRow } from '../../outputs/declaration/output.ts'
import { OUTPUTS } from '../../outputs/outputs.ts'
import { installLine, managerOf } from './manager.ts'

/**
 * Requested outputs that cannot compile, each with the imported packages that no folder above it has, and
 * the command that installs these.
 */
export function lackingPackages({
  output: folder,
  outputs = [],
}: Pick<Config, 'output' | 'outputs'>): readonly string[] {
  const names: ReadonlySet<unknown> = new Set(outputs)
  const asked = OUTPUTS.filter(({ name, isOptional }: OutputRow) => isOptional === true && names.has(name))
  return asked.flatMap(({ name, packages = [] }: OutputRow) => {
    const lacking = packages.filter((one) => !isInstalled(one, folder))
    if (lacking.length === 0) return []
    const install = installLine(managerOf(folder), lacking, true)
    return [
      `The output "${name}" needs ${lacking.join(' and ')}, which the project does not have. Run: ${install}`,
    ]
  })
}

/**
 * True if a module of the folder could import the package: Node looks into
 * `node_modules` of each folder above.
 */
function isInstalled(name: string, folder: string): boolean {
  for (let place = folder; ; place = dirname(place)) {
    if (existsSync(join(place, 'node_modules', name))) return true
    // Plug'n'Play has no such folders.
    if (existsSync(join(place, '.pnp.cjs'))) return true
    if (place === dirname(place)) return false
  }
}
