import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Parser } from 'tar'

/** Thrown if a package cannot be read, or is larger than a plugin is allowed to be. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

/** A regular file in an archive. */
export interface ArchiveFile {
  readonly path: string
  readonly content: Buffer
}

/**
 * Maximum size of an unpacked archive, in bytes: far more than any plugin needs, and far less than the size
 * to which a crafted archive expands.
 */
const mostBytes = 64 * 2 ** 20

const mostEntries = 10_000

/**
 * Maximum number of header records, of which pax has a few per file. This limits the work for a package that
 * contains nothing else.
 */
const mostRecords = 4 * mostEntries

/**
 * Number of bytes to read before other requests get a turn. If all of them are headers, this takes a few
 * hundredths of a second.
 */
const piece = 2 ** 20

/**
 * Reads a gzipped tar archive as npm does, but rejects everything about which npm only warns. Returns only
 * regular files, not links, devices or folders.
 * @throws ArchiveError
 */
export async function readPackageTarball(compressed: Uint8Array): Promise<readonly ArchiveFile[]> {
  const archive = await decompress(compressed)
  // The library would unpack a doubly compressed archive without a limit.
  if (archive[0] === 0x1f && archive[1] === 0x8b) throw new ArchiveError('The package is not a tar archive.')
  // An archive without entries, which begins with its end marker, is valid, but the library warns about it.
  return archive[0] === 0 ? [] : await readFiles(archive)
}

async function decompress(compressed: Uint8Array): Promise<Buffer> {
  try {
    return await promisify(gunzip)(compressed, { maxOutputLength: mostBytes })
  } catch (error) {
    throw new ArchiveError('The package is not a gzip archive, or is larger than 64 MB.', { cause: error })
  }
}

async function readFiles(archive: Buffer): Promise<readonly ArchiveFile[]> {
  // Loaded only to install plugins.
  const { Parser } = await import('tar')
  const parser = new Parser({ strict: true, zstd: false })
  const files = gatherFiles(parser)
  let failure: unknown
  parser.on('error', (error) => {
    failure ??= error
  })
  for (let at = 0; at < archive.length && failure === undefined; at += piece) {
    parser.write(archive.subarray(at, at + piece))
    await nextTurn()
  }
  if (failure === undefined) parser.end()
  if (failure !== undefined) throw refusalOf(failure)
  return files.map(({ path, chunks }) => ({ path, content: Buffer.concat(chunks) }))
}

interface GatheredFile {
  readonly path: string
  readonly chunks: readonly Buffer[]
}

/**
 * Collects the files of an archive that is written to a parser. The parser stops if there are too many
 * entries or records, or if a file's size is invalid.
 */
function gatherFiles(parser: Parser): readonly GatheredFile[] {
  const files: GatheredFile[] = []
  const refuse = (message: string): void => parser.abort(new ArchiveError(message))
  let entries = 0
  const countEntry = (): void => {
    entries += 1
    if (entries > mostEntries) refuse(`The package has more than ${mostEntries} entries.`)
  }
  let records = 0
  parser.on('ignoredEntry', countEntry)
  parser.on('meta', (text) => {
    countEntry()
    records += text.split('\n').length - 1
    if (records > mostRecords) refuse(`The package has more than ${mostRecords} pax records.`)
  })
  parser.on('entry', (entry) => {
    countEntry()
    const { path, type, header } = entry
    // The library would treat a file without a size as empty.
    if (header.size === undefined) refuse(`The size of "${path}" in the package is not a number.`)
    const chunks: Buffer[] = []
    entry.on('data', (chunk: Buffer) => chunks.push(chunk))
    if (type === 'File' || type === 'OldFile') files.push({ path, chunks })
  })
  return files
}

function refusalOf(error: unknown): ArchiveError {
  if (error instanceof ArchiveError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new ArchiveError(`The package is not a valid tar archive: ${reason}.`, { cause: error })
}
