import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { HarError, type Recorded, recordedIn } from '@concordat/contract/passive'
import { UsageError } from '../../errors/problem.ts'
import { unreadableFile } from '../../errors/unreadable-file.ts'
import { readConfiguredTextFile } from '../verify/settings/data-file.ts'
import { ArchiveEntryScanner } from './entry-scanner.ts'

/** Number of bytes read at a time. */
const CHUNK = 2 ** 18

/** HTTP Archives on disk. They can be larger than memory, so entries are read one at a time. */
export class ArchiveFiles {
  readonly #files: readonly string[]

  /** @param files absolute paths. @throws {UsageError} if one is compressed. */
  constructor(files: readonly string[]) {
    this.#files = files
    const zip = files.find((file) => file.endsWith('.zip'))
    if (zip !== undefined)
      throw new UsageError(`"${nameOf(zip)}" is compressed. Fix: unpack it and specify the .har file inside.`)
  }

  /**
   * Yields the exchanges of all files in order; can be iterated repeatedly. @throws {UsageError} if a file is
   * not an archive.
   */
  *[Symbol.iterator](): Generator<Recorded> {
    for (const file of this.#files) yield* exchangesOf(file)
  }
}

function nameOf(file: string): string {
  return relative(process.cwd(), file)
}

function* exchangesOf(file: string): Generator<Recorded> {
  const folder = dirname(file)
  const attachment = (own: string): string | undefined => {
    const attached = resolve(folder, own)
    const isInside = attached.startsWith(`${folder}/`)
    return isInside && existsSync(attached) ? readConfiguredTextFile(attached) : undefined
  }
  try {
    for (const entry of entriesOf(file)) {
      const recorded = recordedIn(entry, attachment)
      if (recorded !== undefined) yield recorded
    }
  } catch (error) {
    if (error instanceof HarError) throw new UsageError(`"${nameOf(file)}": ${error.message}`)
    if (error instanceof SyntaxError) throw new UsageError(`"${nameOf(file)}" is not JSON: ${error.message}.`)
    throw error
  }
}

/** @throws {SyntaxError} if the file is not JSON. @throws {HarError} without `log.entries`. */
function* entriesOf(file: string): Generator<unknown> {
  const opened = open(file)
  const scanner = new ArchiveEntryScanner()
  const chunk = Buffer.alloc(CHUNK)
  try {
    for (let length = read(opened, chunk, file); length > 0; length = read(opened, chunk, file))
      for (const text of scanner.push(chunk.subarray(0, length))) yield JSON.parse(text)
  } finally {
    closeSync(opened)
  }
  scanner.end()
}

function open(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    throw new UsageError(unreadableFile(file, error))
  }
}

function read(opened: number, chunk: Buffer, file: string): number {
  try {
    return readSync(opened, chunk)
  } catch (error) {
    throw new UsageError(unreadableFile(file, error))
  }
}
