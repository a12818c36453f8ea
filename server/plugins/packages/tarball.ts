import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

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

const block = 512

/**
 * Reads a gzipped tar archive. Only regular files come out; links, devices and folders are passed over.
 * @throws ArchiveError
 * @see POSIX.1-2017, pax Interchange Format, and ustar Interchange Format
 */
export async function readTarball(compressed: Uint8Array): Promise<readonly ArchiveFile[]> {
  return [...files(await decompress(compressed))]
}

async function decompress(compressed: Uint8Array): Promise<Buffer> {
  try {
    return await promisify(gunzip)(compressed, { maxOutputLength: mostBytes })
  } catch (error) {
    throw new ArchiveError('The package is no gzip archive, or larger than 64 MB.', { cause: error })
  }
}

function* files(archive: Buffer): Generator<ArchiveFile> {
  /** What an entry before it says of the next file. */
  let extended: Extended = {}
  let entries = 0
  let records = 0
  for (let at = 0; at + block <= archive.length; ) {
    const header = archive.subarray(at, at + block)
    if (header[0] === 0) return
    entries += 1
    if (entries > mostEntries) throw new ArchiveError(`The package has more than ${mostEntries} entries.`)
    assertChecksum(header)
    const kind = text(header, 156, 1)
    const size = (isExtension(kind) ? undefined : extended.size) ?? octal(header, 124, 12)
    const start = at + block
    const content = archive.subarray(start, start + size)
    if (content.length < size) throw new ArchiveError('The package ends in the middle of a file.')
    at = start + Math.ceil(size / block) * block
    if (kind === 'x') {
      for (const [key, value] of paxRecords(content)) {
        records += 1
        if (records > mostRecords)
          throw new ArchiveError(`The package has more than ${mostRecords} pax records.`)
        if (key === 'path') extended = { ...extended, path: value }
        if (key === 'size') extended = { ...extended, size: wholeNumber(value, /^\d{1,15}$/, 10) }
      }
    }
    if (kind === 'L') extended = { ...extended, path: text(content, 0, size) }
    else if (!isExtension(kind)) {
      if (kind === '0' || kind === '') yield { path: extended.path ?? pathOf(header), content }
      extended = {}
    }
  }
}

interface Extended {
  readonly path?: string
  readonly size?: number
}

/** Entries about entries: of pax for the next file and for all, of GNU for a long name and a long link. */
function isExtension(kind: string): boolean {
  return ['x', 'g', 'L', 'K'].includes(kind)
}

/** Records are `length key=value\n`, the length being that of the whole record. */
function* paxRecords(content: Buffer): Generator<readonly [key: string, value: string]> {
  for (let at = 0; at < content.length; ) {
    const [head = '', digits = ''] = /^(\d{1,9}) /.exec(text(content, at, 10)) ?? []
    const length = Number(digits)
    if (length <= head.length) throw new ArchiveError('The package has a broken pax record.')
    const record = text(content, at + head.length, length - head.length).replace(/\n$/, '')
    yield [record.slice(0, record.indexOf('=')), record.slice(record.indexOf('=') + 1)]
    at += length
  }
}

function pathOf(header: Buffer): string {
  const name = text(header, 0, 100)
  // Only ustar has a prefix; what older GNU archives have in its place is something else.
  const prefix = text(header, 257, 6) === 'ustar' ? text(header, 345, 155) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function assertChecksum(header: Buffer): void {
  const given = octal(header, 148, 8)
  // The sum is taken as if its own eight bytes were spaces.
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (sum !== given) throw new ArchiveError('The package is no tar archive.')
}

function octal(header: Buffer, at: number, length: number): number {
  return wholeNumber(text(header, at, length).trim() || '0', /^[0-7]+$/, 8)
}

function wholeNumber(digits: string, form: RegExp, base: number): number {
  if (!form.test(digits)) throw new ArchiveError(`The package has "${digits}" where a number belongs.`)
  return Number.parseInt(digits, base)
}

/** Up to the first null byte, which ends a text in a header. */
function text(bytes: Buffer, at: number, length: number): string {
  const [whole = ''] = bytes.toString('utf8', at, at + length).split('\0', 1)
  return whole
}
