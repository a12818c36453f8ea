import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '@concordat/runtime/json'
import { UsageError } from '../../errors/problem.ts'
import type { OutputRow } from '../../outputs/declaration/output.ts'
import { OUTPUTS, type Output, outputsOf } from '../../outputs/outputs.ts'
import { type Manager, managerOf } from '../packages/manager.ts'

/** What a project says of itself. */
export interface Project {
  readonly folder: string
  readonly manifest: Readonly<Record<string, unknown>>
  /** Text of its package.json. */
  readonly text: string
  /** Names of packages that it names in its package.json. */
  readonly packages: ReadonlySet<string>
  readonly manager: Manager
}

/** @throws {UsageError} where there is no package.json, or none that can be read. */
export function readProject(folder: string): Project {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) throw new UsageError('There is no package.json here. Make one first: npm init -y')
  const text = readFileSync(file, 'utf8')
  const manifest = parse(text)
  if (!isObject(manifest)) throw new UsageError('"package.json" is not a JSON object.')
  const packages = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((member) =>
    Object.keys(Object(manifest[member]) as object),
  )
  return { folder, manifest, text, packages: new Set(packages), manager: managerOf(folder) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The outputs that the project's packages can use, and the client. */
export function outputsFor({ packages }: Project): readonly Output[] {
  return OUTPUTS.filter(
    ({ name, chosenFor }: OutputRow) =>
      name === 'client' || [...packages].some((one) => chosenFor?.test(one)),
  ).map(({ name }) => name)
}

/** What has to be installed for these outputs and is not: to run, and to develop. */
export function missingPackages({ packages }: Project, outputs: readonly Output[]) {
  const lacks = (name: string) => !packages.has(name)
  return {
    run: ['@concordat/runtime'].filter(lacks),
    develop: ['concordat', ...outputsOf(outputs).flatMap((output) => output.packages ?? [])].filter(lacks),
  }
}

/** The package.json with scripts that it lacks, indented as it is; `undefined` where it has them all. */
export function withScripts({ manifest, text }: Project): string | undefined {
  const own = Object(manifest['scripts']) as Readonly<Record<string, unknown>>
  const isGiven = (command: string) => Object.values(own).some((script) => String(script).includes(command))
  const wanted = { generate: 'concordat generate', 'generate:check': 'concordat generate --check' }
  const missing = isGiven('concordat generate') ? [] : Object.entries(wanted)
  if (missing.length === 0) return undefined
  const added = missing.map(([name, script]) => [name in own ? `api:${name}` : name, script])
  const indent = /^[\t ]+(?=")/m.exec(text)?.[0] ?? '  '
  const scripts = { ...own, ...Object.fromEntries(added) }
  return `${JSON.stringify({ ...manifest, scripts }, null, indent)}${text.endsWith('\n') ? '\n' : ''}`
}
