import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Problem } from '../errors/problem.ts'
import { isNetworkSource } from '../load/source/file-name.ts'
import type { Config } from '../options/config/config-types.ts'
import { outputsOf } from '../outputs/outputs.ts'
import { EXECUTABLE } from '../package/executable.ts'
import { installedPackageFile } from '../package/installed-file.ts'
import { PACKAGE_ROOT } from '../package/root.ts'
import { documentCacheFolder } from '../pipeline/remote-options.ts'

/**
 * The files that a run read and wrote, with stamps. If none has changed, the next run is skipped. The record
 * is kept in `node_modules/.cache`, never in the output; losing it costs one full run.
 */
interface RunRecord {
  /** Stamp of the generator, its printers' packages and the configuration. */
  readonly maker: string
  /** Stamps of the local files that were read, by absolute path, and digests of network files, by URL. */
  readonly sources: Readonly<Record<string, string>>
  /** Stamps of the generated files, by path in the output folder. */
  readonly outputs: Readonly<Record<string, string>>
  /** All file names in the output folder, because a new file can be a leftover to remove. */
  readonly listing: readonly string[]
  readonly operations: number
  readonly webhooks: number
  /** Operations excluded by filters. */
  readonly leftOut: number
  /** Warnings, which a skipped run repeats. */
  readonly warnings: readonly Problem[]
}

/** Folder in the published package that contains all code that creates output, as bundled modules. */
const JOINED_FOLDER = join(PACKAGE_ROOT, 'generator/joined')
const OWN_FOLDERS = ['generator', 'templates']
const OWN_PACKAGES = ['@concordat/runtime/package.json', '@concordat/contract/package.json']
/** Package that external printers need. It is resolved from their location. */
const PRINTERS_PRINTER = 'typescript/package.json'

/** The last run, compared with the current state. */
export interface LastRun {
  /** Present if nothing that the record lists has changed. */
  readonly record?: RunRecord
  /** Notes about network files that changed or could not be reached. */
  readonly notes: readonly string[]
}

/** Compares the files from the last run with the current ones. */
export async function lastGenerateRun(config: Config): Promise<LastRun> {
  // A run with a user's function is never skipped, because the function's output is known only by calling it.
  const functions = [
    config.operationNames,
    config.parameterNames,
    config.memberNames,
    config.typeNames,
    config.tagNames,
    ...(config.outputs ?? []),
  ]
  if (functions.some((one) => typeof one === 'function')) return { notes: [] }
  const file = recordFile(config)
  if (file === undefined || !existsSync(file)) return { notes: [] }
  const record: RunRecord = JSON.parse(readFileSync(file, 'utf8'))
  const remote = Object.entries(record.sources).filter(([source]) => isNetworkSource(source))
  const { isSame, notes } =
    remote.length === 0
      ? { isSame: true, notes: [] }
      : await (await import('./remote-sources.ts')).compareRemoteFiles(config, remote)
  const same =
    isSame &&
    // A document from standard input has no file to compare, so it counts as changed.
    Object.entries(record.sources).every(
      ([path, stamp]) => isNetworkSource(path) || (stamp !== '' && stampOf(path) === stamp),
    ) &&
    Object.entries(record.outputs).every(([path, stamp]) => stampOf(join(config.output, path)) === stamp) &&
    list(config.output).join('\n') === record.listing.join('\n') &&
    record.maker === makerDigest(config)
  return { ...(same && { record }), notes }
}

/**
 * True if a file was saved at or after a time given in milliseconds since 1970. Times in the future, which
 * come from another machine's clock, do not count.
 */
export function isSavedSince(file: string, moment: number): boolean {
  const saved = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return saved !== undefined && saved >= moment && saved <= Date.now()
}

/**
 * Records a run whose output is on disk, unless a source file has been saved since the run began, because the
 * run might have read the earlier content.
 */
export async function recordGenerateRun(
  config: Config,
  run: {
    began: number
    sources: readonly string[]
    files: ReadonlyMap<string, unknown>
    operations: number
    webhooks: number
    leftOut: number
    warnings: readonly Problem[]
  },
): Promise<void> {
  const file = recordFile(config)
  if (file === undefined || run.sources.some((source) => isSavedSince(source, run.began))) return
  const record: RunRecord = {
    maker: makerDigest(config),
    sources: Object.fromEntries(
      await Promise.all(run.sources.map(async (source) => [source, await stampOfSource(source, config)])),
    ),
    outputs: Object.fromEntries(
      [...run.files.keys()].map((path) => [path, stampOf(join(config.output, path))]),
    ),
    listing: list(config.output),
    operations: run.operations,
    webhooks: run.webhooks,
    leftOut: run.leftOut,
    warnings: run.warnings,
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(record))
}

function recordFile(config: Config): string | undefined {
  const cache = documentCacheFolder(config.output)
  return cache && join(cache, `${digestOf(config.output)}.json`)
}

function makerDigest(config: Config): string {
  const names = config.outputs?.filter((output) => typeof output === 'string') ?? []
  const printers = outputsOf(names).flatMap(({ printedBy = [] }) => printedBy)
  const printer = printers.flatMap((name) => installed(`${name}/package.json`, import.meta.url))
  const files = [...ownFiles(), ...printer, ...printer.flatMap((file) => installed(PRINTERS_PRINTER, file))]
  const stamps = files.map((file) => `${file}\0${stampOf(file)}`)
  return digestOf([JSON.stringify(config), ...stamps].join('\0'))
}

function ownFiles(): readonly string[] {
  if (EXECUTABLE !== undefined) return [EXECUTABLE]
  return ownFolders().flatMap((folder) => list(folder).map((name) => join(folder, name)))
}

function ownFolders(): readonly string[] {
  if (existsSync(JOINED_FOLDER)) return [JOINED_FOLDER]
  return [
    ...OWN_FOLDERS.map((folder) => join(PACKAGE_ROOT, folder)),
    ...OWN_PACKAGES.flatMap((name) => installed(name, import.meta.url)).map(dirname),
  ]
}

function installed(name: string, from: string): string[] {
  const file = installedPackageFile(name, from)
  return file === undefined ? [] : [file]
}

/**
 * A fingerprint that changes whenever the file changes; empty if the file does not exist. The modification
 * time alone would not suffice, because npm sets it to the same date for all files and copies can preserve
 * it.
 */
function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.size} ${stats.ctimeMs}`
}

async function stampOfSource(source: string, config: Config): Promise<string> {
  if (!isNetworkSource(source)) return stampOf(source)
  return (await import('./remote-sources.ts')).remoteCopyDigest(source, config)
}

/**
 * Returns the paths of all files in a folder. Node's own recursive listing would add a tenth to the time of a
 * run on a small document.
 */
function list(folder: string): string[] {
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return list(join(folder, entry.name)).map((path) => entry.name + sep + path)
    return entry.isFile() ? [entry.name] : []
  })
  return paths.sort()
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
