import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportRecord } from '../../events/event-export.ts'
import type { ConfigProblem, ExportDelivery } from '../delivery/destination.ts'
import { exportRefusals } from '../refusals.ts'
import type { DestinationConfig } from '../tables.ts'
import { encodeJsonLines, streamCompressions } from './json-lines.ts'
import { encodeParquet, parquetCodecs } from './parquet.ts'

/** The format of files, read from a config. */
export interface FileFormat {
  readonly format: 'JSONLines' | 'Parquet'
  readonly compression: string | null
  /** File size, in bytes, after which the next file begins. */
  readonly maxBytes: number
  readonly suffix: string
}

export function exportFileFormat(config: DestinationConfig): FileFormat {
  const format = config['file_format'] === 'Parquet' ? 'Parquet' : 'JSONLines'
  const compression = typeof config['compression'] === 'string' ? config['compression'] : null
  const megabytes = config['max_file_size_mb']
  return {
    format,
    compression,
    maxBytes: typeof megabytes === 'number' ? megabytes * 2 ** 20 : Number.POSITIVE_INFINITY,
    suffix: suffixOf(format, compression),
  }
}

/** Reports a compression that the file format does not support. */
export function exportFormatProblem({
  file_format,
  compression,
}: DestinationConfig): ConfigProblem | undefined {
  const isPlain = file_format !== 'Parquet' && typeof compression === 'string'
  return isPlain && !Object.hasOwn(streamCompressions, compression)
    ? { reason: exportRefusals.compressionOfOtherFormat, member: 'compression' }
    : undefined
}

function suffixOf(format: FileFormat['format'], compression: string | null): string {
  if (format === 'JSONLines') return `.jsonl${streamCompressions[compression ?? '']?.suffix ?? ''}`
  return compression === null ? '.parquet' : `.parquet.${compression}`
}

/** Name of one of a run's files. The first file has no number. */
export function exportFileName(runName: string, format: FileFormat, index: number): string {
  return `${runName}${index === 0 ? '' : `-${index}`}${format.suffix}`
}

/**
 * Writes a run's records into consecutive files; writes none if there are no records.
 * @param write writes a whole file. The file must not be visible until it is complete.
 * @returns the number of files.
 */
export async function writeExportFiles(
  delivery: ExportDelivery,
  format: FileFormat,
  write: (index: number, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<number> {
  const records = new RecordQueue(delivery.source.read())
  try {
    let index = 0
    for (; await records.hasNext(); index += 1) {
      let size = 0
      const some = records.takeWhile(
        () => size < format.maxBytes,
        () => delivery.count(1),
      )
      const content = measured(encode(delivery, format, some), (bytes) => {
        delivery.signal.throwIfAborted()
        size += bytes
      })
      await write(index, content)
    }
    return index
  } finally {
    await records.close()
  }
}

function encode(
  { source: { columns } }: ExportDelivery,
  { format, compression }: FileFormat,
  records: AsyncIterable<ExportRecord>,
): AsyncIterable<Uint8Array> {
  if (format === 'Parquet') {
    const codec = parquetCodecs[compression as keyof typeof parquetCodecs] ?? 'UNCOMPRESSED'
    return encodeParquet(columns, records, codec)
  }
  const lines = encodeJsonLines(columns, records)
  const compressed = streamCompressions[compression ?? '']
  return compressed === undefined ? lines : through(lines, compressed.make())
}

async function* through(pieces: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array> {
  const passing = pipeline(pieces, transform)
  passing.catch(() => {}) // the loop and the wait below throw the error; if the reader stops early, nobody needs it
  for await (const piece of transform) yield piece
  await passing
}

async function* measured(pieces: AsyncIterable<Uint8Array>, passed: (bytes: number) => void) {
  for await (const piece of pieces) {
    passed(piece.length)
    yield piece
  }
}

/**
 * Records to be distributed among files. Each file takes some records and leaves the remaining ones to the
 * next file.
 */
class RecordQueue {
  readonly #records: AsyncIterator<ExportRecord>
  #ahead: IteratorResult<ExportRecord> | undefined

  constructor(records: AsyncIterable<ExportRecord>) {
    this.#records = records[Symbol.asyncIterator]()
  }

  async hasNext(): Promise<boolean> {
    this.#ahead ??= await this.#records.next()
    return this.#ahead.done !== true
  }

  async *takeWhile(goesOn: () => boolean, taken: () => void): AsyncGenerator<ExportRecord> {
    while (goesOn() && (await this.hasNext()) && this.#ahead !== undefined) {
      const record: ExportRecord = this.#ahead.value
      this.#ahead = undefined
      taken()
      yield record
    }
  }

  async close(): Promise<void> {
    await this.#records.return?.()
  }
}
