import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../options/config/config-types.ts'

/**
 * What a run read and wrote, by digest. As long as all of it is the same, another run would write the same again, and
 * is spared. Kept in `node_modules/.cache`, never beside the output; losing it costs one full run.
 */
interface RunRecord {
  /** Of the generator's own files, the packages that print for it, and the configuration. */
  readonly maker: string
  /** Absolute path of each file that was read → digest. */
  readonly sources: Readonly<Record<string, string>>
  /** Path of every file in the output folder → digest, of generated ones only. */
  readonly outputs: Readonly<Record<string, string>>
  /** Every file name in the output folder: one more could be a leftover that a run removes. */
  readonly listing: readonly string[]
  readonly operations: number
  /** Warnings as they were printed; a run that is spared repeats them. */
  readonly warnings: string
}

const ROOT = resolve(import.meta.dirname, '../..')
const OWN_FOLDERS = ['generator', 'templates']
const OWN_PACKAGES = ['@concordat/runtime/package.json', '@concordat/contract/package.json']
/** Prints the output `openapi`; not installed where nobody asks for that. */
const PRINTER = 'openapi-typescript/package.json'

/** The last run's record when everything that it names is as it was. */
export function unchangedSince(config: Config): RunRecord | undefined {
  const file = recordFile(config)
  if (file === undefined || !existsSync(file)) return undefined
  const record: RunRecord = JSON.parse(readFileSync(file, 'utf8'))
  const isSame = (path: string, digest: string) => existsSync(path) && digestOf(readFileSync(path)) === digest
  const same =
    record.maker === makerDigest(config) &&
    Object.entries(record.sources).every(([path, digest]) => isSame(path, digest)) &&
    Object.entries(record.outputs).every(([path, digest]) => isSame(join(config.output, path), digest)) &&
    list(config.output).join('\n') === record.listing.join('\n')
  return same ? record : undefined
}

/**
 * Whether a file was saved between a moment, in milliseconds since 1970, and now. A time to come, as another machine's clock
 * leaves it, says nothing.
 */
export function isSavedSince(file: string, moment: number): boolean {
  const saved = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return saved !== undefined && saved >= moment && saved <= Date.now()
}

/**
 * Remembers a run whose output stands on the disk, unless a file was saved while it ran: the run may have read what was there
 * before.
 */
export function remember(
  config: Config,
  run: {
    began: number
    sources: readonly string[]
    files: ReadonlyMap<string, string>
    operations: number
    warnings: string
  },
): void {
  const file = recordFile(config)
  if (file === undefined || run.sources.some((source) => isSavedSince(source, run.began))) return
  const record: RunRecord = {
    maker: makerDigest(config),
    sources: Object.fromEntries(run.sources.map((path) => [path, digestOf(readFileSync(path))])),
    outputs: Object.fromEntries([...run.files].map(([path, text]) => [path, digestOf(text)])),
    listing: list(config.output),
    operations: run.operations,
    warnings: run.warnings,
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(record))
}

/** In the nearest `node_modules` above the output; where there is none, nothing is remembered. */
function recordFile(config: Config): string | undefined {
  for (let folder = config.output; folder !== dirname(folder); folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    if (existsSync(modules)) return join(modules, '.cache', 'concordat', `${digestOf(config.output)}.json`)
  }
  return undefined
}

function makerDigest(config: Config): string {
  const require = createRequire(import.meta.url)
  const folders = [
    ...OWN_FOLDERS.map((folder) => join(ROOT, folder)),
    ...OWN_PACKAGES.map((name) => dirname(require.resolve(name))),
  ]
  const files = new Set([
    ...folders.flatMap((folder) => list(folder).map((name) => join(folder, name))),
    ...(config.outputs?.includes('openapi') ? installed(PRINTER) : []),
  ])
  const hash = createHash('sha256').update(JSON.stringify(config))
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function installed(name: string): string[] {
  try {
    return [createRequire(import.meta.url).resolve(name)]
  } catch {
    return []
  }
}

function list(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort()
}

function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
