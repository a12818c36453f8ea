import { Readable } from 'node:stream'
import type { Delivery } from './destinations/destination.ts'
import { encodeJsonLines, streamCompressions } from './json-lines.ts'
import { encodeParquet, parquetCodecs } from './parquet.ts'
import type { ExportRecord } from './records.ts'
import type { Config } from './tables.ts'

/** How a config wants its files. */
export interface FileFormat {
  readonly format: 'JSONLines' | 'Parquet'
  readonly compression: string | null
  /** Bytes after which a file ends and another begins. */
  readonly maxBytes: number
  readonly suffix: string
}

export function fileFormatOf(config: Config): FileFormat {
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

function suffixOf(format: FileFormat['format'], compression: string | null): string {
  if (format === 'JSONLines') return `.jsonl${streamCompressions[compression ?? '']?.suffix ?? ''}`
  return compression === null ? '.parquet' : `.parquet.${compression}`
}

/** Name of a run's file; the first one of several has no number. */
export function fileName(runName: string, format: FileFormat, index: number): string {
  return `${runName}${index === 0 ? '' : `-${index}`}${format.suffix}`
}

/**
 * Writes a run's records into files, one after the other. No records, no file.
 * @param write takes the content of a file, to the end; the file must not be seen before.
 * @returns how many files there are.
 */
export async function writeFiles(
  delivery: Delivery,
  format: FileFormat,
  write: (index: number, content: Readable) => Promise<void>,
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
        size += bytes
      })
      await write(index, Readable.from(content, { signal: delivery.signal, objectMode: false }))
    }
    return index
  } finally {
    await records.close()
  }
}

function encode(
  { source, signal }: Delivery,
  format: FileFormat,
  records: AsyncIterable<ExportRecord>,
): Readable {
  if (format.format === 'Parquet') {
    const codec =
      format.compression === null
        ? 'UNCOMPRESSED'
        : parquetCodecs[format.compression as keyof typeof parquetCodecs]
    return Readable.from(encodeParquet(source.columns, records, codec), { signal, objectMode: false })
  }
  const lines = Readable.from(encodeJsonLines(source.columns, records), { signal, objectMode: false })
  const compression = streamCompressions[format.compression ?? '']
  if (compression === undefined) return lines
  return lines.compose(compression.make(), { signal }) as Readable
}

async function* measured(pieces: AsyncIterable<Uint8Array>, passed: (bytes: number) => void) {
  for await (const piece of pieces) {
    passed(piece.length)
    yield piece
  }
}

/** Records that several files share: each one takes some, and the rest stays for the next. */
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
