import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { GENERATED_MARK } from '../emit/header.ts'
import { UsageError } from '../errors/problem.ts'

/** Contents of a file, whole or in pieces. No piece splits a surrogate pair. */
type Text = string | readonly string[]

/** File contents, keyed by relative path with `/`. */
export type Files = ReadonlyMap<string, Text>

/** Evidence of folders for other documents, which stay unchanged even inside the output folder. */
export interface OtherOutputs {
  /** Absolute paths of those that the caller knows. */
  readonly folders?: readonly string[]
  /** Names of files that only the root of an output folder has: "types.ts". */
  readonly rootFiles?: readonly string[]
}

export interface WriteReport {
  /** Paths of new and changed files, in the order of the given map. */
  readonly written: readonly string[]
  readonly unchanged: number
  /** Paths of files that an earlier run generated and this run does not. */
  readonly removed: readonly string[]
}

/** Number of bytes to read at the start of a file. The first line of a generated file contains the mark. */
const HEADER_BYTES = 512

/**
 * Number of characters to encode at once, in memory that is reused. Allocating memory for a whole file would
 * take longer than writing it.
 */
const PIECE = 1 << 16
const BYTES = new Uint8Array(3 * PIECE)

/**
 * Makes a folder contain these files. Writes those that differ, each completely or not at all, and removes
 * other files that were generated earlier. File access is synchronous, because waiting for other threads
 * would take twice the processor time.
 */
export async function writeFiles(
  outDir: string,
  files: Files,
  others: OtherOutputs = {},
): Promise<WriteReport> {
  expectFolder(outDir)
  const stale = staleFiles(outDir, files)
  replaceAll(stale)
  const removed = leftovers(outDir, files, others)
  for (const path of removed) rmSync(join(outDir, path))
  const written = stale.map(({ path }) => path)
  return { written, unchanged: files.size - written.length, removed }
}

/**
 * Compares a folder with these files without writing.
 * @returns paths of files that are missing, differ or would be removed.
 */
export async function compareFiles(
  outDir: string,
  files: Files,
  others: OtherOutputs = {},
): Promise<{ readonly stale: readonly string[] }> {
  expectFolder(outDir)
  const stale = staleFiles(outDir, files).map(({ path }) => path)
  return { stale: [...stale, ...leftovers(outDir, files, others)] }
}

/**
 * Writes a file through a temporary one, so that nobody reads an incomplete file. Creates its folder if
 * necessary.
 */
export async function writeFileWhole(file: string, text: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  replace(file, text)
}

/** Replaces a file completely, or leaves it unchanged. */
function replace(file: string, text: Text): void {
  const temporary = temporaryOf(file)
  try {
    writeNew(temporary, text)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/**
 * Writes all files before renaming any, so that a failed write changes nothing. If a renaming fails, the
 * files renamed before it stay replaced.
 * @throws {UsageError} if the system does not allow writing one of the files.
 */
function replaceAll(files: readonly StaleFile[]): void {
  const written: (readonly [temporary: string, file: string])[] = []
  let current = ''
  let replaced = 0
  try {
    for (const { file, text } of files) {
      current = file
      mkdirSync(dirname(file), { recursive: true })
      const temporary = temporaryOf(file)
      written.push([temporary, file])
      writeNew(temporary, text)
    }
    for (const [temporary, file] of written) {
      current = file
      renameSync(temporary, file)
      replaced++
    }
  } catch (error) {
    for (const [temporary] of written) rmSync(temporary, { force: true })
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const name = relative(process.cwd(), current)
    const done = replaced === 0 ? 'Nothing was changed' : `Files written before it: ${replaced}`
    throw new UsageError(`"${name}" cannot be written: ${error.message}. ${done}.`)
  }
}

function temporaryOf(file: string): string {
  return `${file}.${randomUUID()}.tmp`
}

function writeNew(file: string, text: Text): void {
  const descriptor = openSync(file, 'wx')
  try {
    writeInPieces(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
}

function writeInPieces(descriptor: number, text: Text): void {
  const encoder = new TextEncoder()
  let length = 0
  const flush = () => {
    for (let at = 0; at < length; ) at += writeSync(descriptor, BYTES, at, length - at)
    length = 0
  }
  for (const piece of piecesOf(text))
    for (let start = 0; start < piece.length; ) {
      // A surrogate pair is a single character and must not be split.
      const end = start + (isLeading(piece.charCodeAt(start + PIECE - 1)) ? PIECE - 1 : PIECE)
      const part = piece.slice(start, end)
      if (3 * part.length > BYTES.length - length) flush()
      length += encoder.encodeInto(part, BYTES.subarray(length)).written
      start = end
    }
  flush()
}

function piecesOf(text: Text): readonly string[] {
  return typeof text === 'string' ? [text] : text
}

/** True for the first half of a surrogate pair. */
function isLeading(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

interface StaleFile {
  readonly path: string
  /** Absolute. */
  readonly file: string
  /** The file's new contents. */
  readonly text: Text
}

/** Files that are missing or differ. */
function staleFiles(outDir: string, files: Files): readonly StaleFile[] {
  return [...files]
    .map(([path, text]) => ({ path, file: resolveInside(outDir, path), text }))
    .filter(({ file, text }) => !holds(file, text))
}

/** True if a file has these contents. A file whose length differs is not read. */
function holds(file: string, text: Text): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return false
  const pieces = piecesOf(text)
  if (found.size !== pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)) return false
  const bytes = readFileSync(file)
  let at = 0
  return pieces.every((piece) => {
    const expected = Buffer.from(piece)
    const start = at
    at += expected.length
    return bytes.subarray(start, at).equals(expected)
  })
}

/** @throws {UsageError} if the folder's path, or a part of it, is a file. */
function expectFolder(outDir: string): void {
  if (existsSync(outDir) ? statSync(outDir).isDirectory() : !liesInFile(outDir)) return
  throw new UsageError(
    `The output "${relative(process.cwd(), outDir)}" is a file or is inside a file. Specify a folder.`,
  )
}

/** True if the nearest existing parent is a file. */
function liesInFile(path: string): boolean {
  const around = dirname(path)
  return existsSync(around) ? !statSync(around).isDirectory() : around !== path && liesInFile(around)
}

/**
 * Resolves a path in the folder. Paths are derived from names in a document, so a path could lead outside the
 * folder. Such a path is a defect and must not be written.
 */
function resolveInside(outDir: string, path: string): string {
  const file = join(outDir, path)
  if (relative(outDir, file).startsWith('..')) throw new Error(`The file "${path}" is outside "${outDir}".`)
  return file
}

function leftovers(
  outDir: string,
  files: Files,
  { folders = [], rootFiles = [] }: OtherOutputs,
): readonly string[] {
  if (!existsSync(outDir)) return []
  const known = folders.map((folder) => `${folder}${sep}`).filter((folder) => !outDir.startsWith(folder))
  const found = readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(outDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !files.has(path) && !path.split('/').includes('node_modules'))
    .filter((path) => !known.some((folder) => join(outDir, path).startsWith(folder)))
    .filter((path) => isGenerated(join(outDir, path)))
    .sort()
  const foreign = foldersOfOthers(found, { files, rootFiles })
  return found.filter((path) => !foreign.some((folder) => path.startsWith(folder)))
}

/**
 * Returns the folders into which a run for another document probably wrote: they have a file that an output
 * writes to the root of its folder, such as "pets/types.ts", and this run writes none of their files.
 * @param found generated files that this run does not write.
 */
function foldersOfOthers(
  found: readonly string[],
  { files, rootFiles }: { readonly files: Files; readonly rootFiles: readonly string[] },
): readonly string[] {
  const folders = found.flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return path !== name && rootFiles.includes(name) ? [path.slice(0, -name.length)] : []
  })
  const written = [...files.keys()]
  return [...new Set(folders)].filter((folder) => !written.some((path) => path.startsWith(folder)))
}

function isGenerated(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(HEADER_BYTES)
    const length = readSync(descriptor, bytes, 0, HEADER_BYTES, 0)
    const [firstLine = ''] = bytes.toString('utf8', 0, length).split('\n')
    return firstLine.includes(GENERATED_MARK)
  } finally {
    closeSync(descriptor)
  }
}
