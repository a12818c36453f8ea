import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { GENERATED_MARK } from '../emit/header.ts'
import { UsageError } from '../errors/problem.ts'

/** Relative path, with `/`, of each file to its text. */
export type Files = ReadonlyMap<string, string>

export interface WriteReport {
  /** Paths of files that are new or whose text differed, in the order of the map. */
  readonly written: readonly string[]
  readonly unchanged: number
  /** Paths of files that an earlier run generated and this one does not. */
  readonly removed: readonly string[]
}

/** Bytes in which the mark must be found: the first line of any generated file is shorter. */
const HEADER_BYTES = 512

/**
 * Makes a folder hold these files: writes those whose text differs, each whole or not at all, and removes those that a former
 * run generated.
 * @param others folders of other documents' files: what lies there is left alone, even inside of this folder.
 */
export async function writeFiles(
  outDir: string,
  files: Files,
  others: readonly string[] = [],
): Promise<WriteReport> {
  await expectFolder(outDir)
  const stale = await staleFiles(outDir, files)
  const folders = new Set(stale.map(({ file }) => dirname(file)))
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })))
  await Promise.all(stale.map(({ file, bytes }) => replace(file, bytes)))
  const removed = await leftovers(outDir, files, others)
  for (const path of removed) await rm(join(outDir, path))
  const written = stale.map(({ path }) => path)
  return { written, unchanged: files.size - written.length, removed }
}

/**
 * Compares a folder with these files, and writes nothing.
 * @returns paths of files that are missing, differ, or would be removed.
 */
export async function compareFiles(
  outDir: string,
  files: Files,
  others: readonly string[] = [],
): Promise<{ readonly stale: readonly string[] }> {
  await expectFolder(outDir)
  const stale = (await staleFiles(outDir, files)).map(({ path }) => path)
  return { stale: [...stale, ...(await leftovers(outDir, files, others))] }
}

/** Writes one file through a temporary one beside it, so that nobody ever reads half of it; makes its folder. */
export async function writeText(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await replace(file, text)
}

async function replace(file: string, content: string | Buffer): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(content)
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

interface StaleFile {
  readonly path: string
  /** Absolute. */
  readonly file: string
  /** What it is to hold. */
  readonly bytes: Buffer
}

/** Those of the files that the folder lacks, or has with another text. */
async function staleFiles(outDir: string, files: Files): Promise<readonly StaleFile[]> {
  const compared = await Promise.all(
    [...files].map(async ([path, text]) => {
      const file = resolveInside(outDir, path)
      const bytes = Buffer.from(text)
      return (await holds(file, bytes)) ? [] : [{ path, file, bytes }]
    }),
  )
  return compared.flat()
}

/** A file of another length is not read. */
async function holds(file: string, bytes: Buffer): Promise<boolean> {
  const found = await stat(file).catch(orIfMissing(undefined))
  return found?.size === bytes.length && bytes.equals(await readFile(file))
}

/** @throws {UsageError} where a file stands in place of the folder, or of one that it lies in. */
async function expectFolder(outDir: string): Promise<void> {
  const found = await stat(outDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return error.code === 'ENOTDIR' ? 'file' : 'nothing'
  })
  if (found === 'file' || (typeof found === 'object' && !found.isDirectory()))
    throw new UsageError(
      `The output "${relative(process.cwd(), outDir)}" is a file, or lies in one. Name a folder.`,
    )
}

/** Paths come from names in a document, so one that leads out of the folder is a defect that must not reach the disk. */
function resolveInside(outDir: string, path: string): string {
  const file = join(outDir, path)
  if (relative(outDir, file).startsWith('..')) throw new Error(`The file "${path}" lies outside "${outDir}".`)
  return file
}

async function leftovers(
  outDir: string,
  files: Files,
  others: readonly string[],
): Promise<readonly string[]> {
  const foreign = others.map((folder) => `${folder}${sep}`).filter((folder) => !outDir.startsWith(folder))
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true }).catch(orIfMissing([]))
  const paths = entries
    .filter((entry) => entry.isFile())
    .filter((entry) => !foreign.some((folder) => join(entry.parentPath, entry.name).startsWith(folder)))
    .map((entry) => relative(outDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !files.has(path) && !path.split('/').includes('node_modules'))
  const generated = await Promise.all(paths.map((path) => isGenerated(join(outDir, path))))
  return paths.filter((_, index) => generated[index]).sort()
}

async function isGenerated(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    const [firstLine = ''] = buffer.toString('utf8', 0, bytesRead).split('\n')
    return firstLine.includes(GENERATED_MARK)
  } finally {
    await handle.close()
  }
}

function orIfMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}
