import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Parser } from 'tar'

/** A package that cannot be read, or is larger than a plugin may be. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

/** A regular file of an archive. */
export interface ArchiveFile {
  readonly path: string
  readonly content: Buffer
}

/** Bytes of an unpacked archive: far above any plugin, and far below what a crafted archive swells to. */
const mostBytes = 64 * 2 ** 20

const mostEntries = 10_000

/** Records about files: of pax a few for each, so that a package of nothing else is no work. */
const mostRecords = 4 * mostEntries

/**
 * Bytes that are read before other requests get a turn: for headers alone that
 * takes some hundredths of a second.
 */
const piece = 2 ** 20

/**
 * Reads a gzipped tar archive as npm does, but refuses whatever npm only warns of. Only regular files come
 * out; links, devices and folders are passed over.
 * @throws ArchiveError
 */
export async function readTarball(compressed: Uint8Array): Promise<readonly ArchiveFile[]> {
  const archive = await decompress(compressed)
  // The reader would unpack a doubly packed archive, without a limit.
  if (archive[0] === 0x1f && archive[1] === 0x8b) throw new ArchiveError('The package is not a tar archive.')
  // One without entries, which begins with its end, is legal; the reader has a warning for it.
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
  // Loaded by those who install plugins.
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

/** The files of an archive that is written to a parser, which stops if there are too many. */
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
    // The reader takes such a file for an empty one.
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
