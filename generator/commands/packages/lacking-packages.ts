import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../options/config/config-types.ts'
import type { OutputRow } from '../../outputs/declaration/output.ts'
import { OUTPUTS } from '../../outputs/outputs.ts'
import { installLine, packageManagerOf } from './manager.ts'

/**
 * Returns a line for each requested optional output whose packages are missing, with the command to install
 * them.
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
    const install = installLine(packageManagerOf(folder), lacking, true)
    return [
      `The "${name}" output needs ${lacking.join(' and ')}, which the project does not have. Run: ${install}`,
    ]
  })
}

/**
 * True if a module in the folder can import the package. Node searches `node_modules` in the folder and all
 * its parents.
 */
function isInstalled(name: string, folder: string): boolean {
  for (let place = folder; ; place = dirname(place)) {
    if (existsSync(join(place, 'node_modules', name))) return true
    // Plug'n'Play has no `node_modules`.
    if (existsSync(join(place, '.pnp.cjs'))) return true
    if (place === dirname(place)) return false
  }
}
