import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject } from '@concordat/runtime/json'
import { UsageError } from '../../errors/problem.ts'
import type { OutputRow } from '../../outputs/declaration/output.ts'
import { OUTPUTS, type Output, type Role } from '../../outputs/outputs.ts'
import { PROGRAM } from '../../package/executable.ts'
import { everyPackageLine, type PackageManager, packageManagerOf } from '../packages/manager.ts'

/** Facts about a project. */
export interface InitProject {
  readonly folder: string
  readonly manifest: Readonly<Record<string, unknown>>
  /** Text of package.json. */
  readonly text: string
  /** Packages in its package.json. */
  readonly packages: ReadonlySet<string>
  readonly manager: PackageManager
}

/** @throws {UsageError} if package.json is missing or is not a JSON object. */
export function readProject(folder: string): InitProject {
  const file = join(folder, 'package.json')
  if (!existsSync(file))
    throw new UsageError(
      `There is no package.json here. Create one: npm init -y. To test a service in another language, you do not need one: ${PROGRAM} verify BASE_URL`,
    )
  const text = readFileSync(file, 'utf8')
  const manifest = parse(text)
  if (!isObject(manifest)) throw new UsageError('"package.json" is not a JSON object.')
  const packages = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((member) =>
    Object.keys(Object(manifest[member]) as object),
  )
  return { folder, manifest, text, packages: new Set(packages), manager: packageManagerOf(folder) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the outputs that suit these roles, without those whose packages the project lacks. */
export function projectOutputs({ packages }: InitProject, roles: readonly Role[]): readonly Output[] {
  return OUTPUTS.filter(({ usedBy, chosenFor }: OutputRow) => {
    if (!(usedBy ?? ['call']).some((role) => roles.includes(role))) return false
    return chosenFor === undefined ? usedBy !== undefined : [...packages].some((one) => chosenFor.test(one))
  }).map(({ name }) => name)
}

/** A package.json with added scripts, and with its original indentation. */
export interface WithScripts {
  readonly text: string
  /** Names of the added scripts. */
  readonly added: readonly string[]
}

/** Adds the generation scripts. @returns `undefined` if there is nothing to add. */
export function withProjectScripts({ manifest, text }: InitProject): WithScripts | undefined {
  const own = Object(manifest['scripts']) as Readonly<Record<string, unknown>>
  const isGiven = (command: string) => Object.values(own).some((script) => String(script).includes(command))
  const wanted = { generate: 'concordat generate', 'generate:check': 'concordat generate --check' }
  const missing = isGiven('concordat generate') ? [] : Object.entries(wanted)
  if (missing.length === 0) return undefined
  const added = missing.map(([name, script]) => [name in own ? `api:${name}` : name, script] as const)
  const indent = /^[\t ]+(?=")/m.exec(text)?.[0] ?? '  '
  const scripts = { ...own, ...Object.fromEntries(added) }
  return {
    text: `${JSON.stringify({ ...manifest, scripts }, null, indent)}${text.endsWith('\n') ? '\n' : ''}`,
    added: added.map(([name]) => name),
  }
}

/**
 * Message about the added scripts: how to remove them and, in a workspace, how to generate code in every
 * package.
 */
export function addedScriptsLine({ folder, manager }: InitProject, added: readonly string[]): string {
  const [generate = ''] = added
  const removed = added.map((name) => `scripts.${name}`).join(' ')
  const line = `package.json: added ${added.map((name) => `"${name}"`).join(' and ')}. To remove them: npm pkg delete ${removed}`
  if (!isInWorkspace(folder)) return line
  return `${line}\nTo generate code in every package from the workspace root: ${everyPackageLine(manager, generate)}`
}

/** True for a folder in a workspace. */
function isInWorkspace(folder: string): boolean {
  for (let place = dirname(folder); ; place = dirname(place)) {
    if (existsSync(join(place, 'pnpm-workspace.yaml'))) return true
    const file = join(place, 'package.json')
    if (existsSync(file) && Object(parse(readFileSync(file, 'utf8')))['workspaces'] !== undefined) return true
    if (place === dirname(place)) return false
  }
}
