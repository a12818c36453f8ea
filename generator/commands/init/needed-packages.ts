import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Output, outputsOf } from '../../outputs/outputs.ts'
import { installLine } from '../packages/manager.ts'
import type { InitProject } from './project.ts'

/** Packages to install. */
export interface Installation {
  /** Command lines that install the missing packages. */
  readonly install: readonly string[]
  /** Reason for each package. */
  readonly reasons: Readonly<Record<string, string>>
}

/** Matches the package name at the start of an import path that is neither relative nor a Node module. */
const IMPORTED = /^(?:import|export) (?:[^'"]* from )?'((?:@[\w.-]+\/)?(?!node:)[\w][\w.-]*)[^']*'/gm

/**
 * Finds the packages that the project lacks: those that generated files import, this command and, to build a
 * package, TypeScript.
 */
export function neededPackages(
  project: InitProject,
  {
    folder,
    outputs,
    isPackage = false,
  }: { readonly folder: string; readonly outputs: readonly Output[]; readonly isPackage?: boolean },
): Installation {
  const tests = outputsOf(outputs).flatMap(({ isForTests, writes }) => (isForTests === true ? writes : []))
  const isForTests = (file: string) => tests.some((place) => file === place || file.startsWith(place))
  const importers = [...importersIn(folder)].filter(([name]) => !project.packages.has(name))
  const run = importers.filter(([, files]) => !files.every(isForTests)).map(([name]) => name)
  const forTests = importers.map(([name]) => name).filter((name) => !run.includes(name))
  const tools = isPackage ? ['concordat', 'typescript'] : ['concordat']
  const develop = [...tools.filter((name) => !project.packages.has(name)), ...forTests]
  const reasons = importers.map(([name, files]) => [name, `${shortest(files)} imports it`] as const)
  return {
    install: [
      ...(run.length > 0 ? [installLine(project.manager, run, false)] : []),
      ...(develop.length > 0 ? [installLine(project.manager, develop, true)] : []),
    ],
    reasons: {
      ...Object.fromEntries(reasons),
      ...(develop.includes('concordat') && {
        concordat: 'pins this command to the same version for everyone',
      }),
      ...(develop.includes('typescript') && { typescript: 'builds the package' }),
    },
  }
}

/** For each imported package, the files in a folder that import it, as paths with "/". */
function importersIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  if (!existsSync(folder)) return found
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  for (const file of files.sort())
    for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(IMPORTED))
      found.set(name, [...new Set([...(found.get(name) ?? []), file.replaceAll('\\', '/')])])
  return found
}

/**
 * Returns the shortest path, which is the clearest reason for a package: "client.ts" rather than
 * "types/pets.ts".
 */
function shortest(files: readonly string[]): string {
  return files.toSorted((one, other) => one.length - other.length)[0] ?? ''
}
