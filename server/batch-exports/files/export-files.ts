import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportRecord } from '../../events/event-export.ts'
import type { ConfigProblem, Delivery } from '../delivery/destination.ts'
import { exportRefusals } from '../refusals.ts'
import type { Config } from '../tables.ts'
import { encodeJsonLines, streamCompressions } from './json-lines.ts'
import { encodeParquet, parquetCodecs } from './parquet.ts'

/** Format of the files, by a config. */
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

/** Finds a compression that the format of the files does not have. */
export function formatProblem({ file_format, compression }: Config): ConfigProblem | undefined {
  const isPlain = file_format !== 'Parquet' && typeof compression === 'string'
  return isPlain && !Object.hasOwn(streamCompressions, compression)
    ? { reason: exportRefusals.compressionOfOtherFormat, member: 'compression' }
    : undefined
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
  { source: { columns } }: Delivery,
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
  passing.catch(() => {}) // the loop and the wait below throw it; when the reader leaves early, nobody asks
  for await (const piece of transform) yield piece
  await passing
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
