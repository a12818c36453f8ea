import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Problem } from '../errors/problem.ts'
import { isAddress } from '../load/source/file-name.ts'
import type { Config } from '../options/config/config-types.ts'
import { outputsOf } from '../outputs/outputs.ts'
import { EXECUTABLE } from '../package/executable.ts'
import { installedFile } from '../package/installed-file.ts'
import { ROOT } from '../package/root.ts'
import { cacheFolder } from '../pipeline/remote-options.ts'

/**
 * Files that a run read and wrote, by stamps. As long as all of it is the same, another run would write the
 * same again, and is spared. Kept in `node_modules/.cache`, never beside the output; losing it costs one full
 * run.
 */
interface RunRecord {
  /** Stamp of the generator's own files, the packages that print for it, and the configuration. */
  readonly maker: string
  /** Absolute path of each file that was read → stamp; address of each file of the network → digest. */
  readonly sources: Readonly<Record<string, string>>
  /** Path of each generated file in the output folder → stamp. */
  readonly outputs: Readonly<Record<string, string>>
  /** Every file name in the output folder: one more could be a leftover that a run removes. */
  readonly listing: readonly string[]
  readonly operations: number
  readonly webhooks: number
  /** Operations that filters left out. */
  readonly leftOut: number
  /** A run that is spared repeats them. */
  readonly warnings: readonly Problem[]
}

/** All code that makes output, in the package as it is published: modules are joined into one folder. */
const JOINED_FOLDER = join(ROOT, 'generator/joined')
const OWN_FOLDERS = ['generator', 'templates']
const OWN_PACKAGES = ['@concordat/runtime/package.json', '@concordat/contract/package.json']
/** Package with which printers of other authors print: the one that they find. */
const PRINTERS_PRINTER = 'typescript/package.json'

/** The last run as it is seen now. */
export interface LastRun {
  /** Present when everything that it names is as it was. */
  readonly record?: RunRecord
  /** Notes about files of the network: which changed, and which could not be reached. */
  readonly notes: readonly string[]
}

/** Compares the files that the last run read and wrote with those that are there now. */
export async function lastRun(config: Config): Promise<LastRun> {
  // The output of a user's function cannot be known without calling it.
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
  const remote = Object.entries(record.sources).filter(([source]) => isAddress(source))
  const { isSame, notes } =
    remote.length === 0
      ? { isSame: true, notes: [] }
      : await (await import('./remote-sources.ts')).compareRemote(config, remote)
  const same =
    isSame &&
    // No file keeps a document that came by the standard input.
    Object.entries(record.sources).every(
      ([path, stamp]) => isAddress(path) || (stamp !== '' && stampOf(path) === stamp),
    ) &&
    Object.entries(record.outputs).every(([path, stamp]) => stampOf(join(config.output, path)) === stamp) &&
    list(config.output).join('\n') === record.listing.join('\n') &&
    record.maker === makerDigest(config)
  return { ...(same && { record }), notes }
}

/**
 * True if a file was saved between a moment, in milliseconds since 1970, and now. A time in the future, from
 * another machine's clock, says nothing.
 */
export function isSavedSince(file: string, moment: number): boolean {
  const saved = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return saved !== undefined && saved >= moment && saved <= Date.now()
}

/**
 * Remembers a run whose output is on the disk, unless a file was saved meanwhile: the run
 * may have read the earlier text.
 */
export async function remember(
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
  const cache = cacheFolder(config.output)
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
    ...OWN_FOLDERS.map((folder) => join(ROOT, folder)),
    ...OWN_PACKAGES.flatMap((name) => installed(name, import.meta.url)).map(dirname),
  ]
}

/** The file of a package, if that is installed. */
function installed(name: string, from: string): string[] {
  const file = installedFile(name, from)
  return file === undefined ? [] : [file]
}

/**
 * Changes with each change of a file; empty if there is none. It is not the time of the last change: npm sets
 * that to the same day for all files that it installs, and a copy can keep it.
 */
function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.size} ${stats.ctimeMs}`
}

async function stampOfSource(source: string, config: Config): Promise<string> {
  if (!isAddress(source)) return stampOf(source)
  return (await import('./remote-sources.ts')).digestOfCopy(source, config)
}

/** Paths of all files below a folder. Node's own way down takes a tenth of a run on a small document. */
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
