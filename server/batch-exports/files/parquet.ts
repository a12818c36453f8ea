import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { CompressionCodec, SchemaElement } from 'hyparquet'
import type { ByteWriter } from 'hyparquet-writer'
import type { ExportRecord, ExportValue } from '../../events/event-export.ts'
import type { Column, ColumnType } from '../records/columns.ts'

/**
 * Number of characters in a row group. Until the group is written, it takes about twenty times as much
 * memory, because each value is an object.
 */
const groupLength = 3 * 2 ** 20

/** Maximum number of rows in a group. */
const groupRows = 20_000

/**
 * Encodes records as a Parquet file, group by group. Timestamps are microseconds in UTC; JSON values are
 * strings.
 * @param codec Parquet's name for the compression.
 */
export async function* encodeParquet(
  columns: readonly Column[],
  records: AsyncIterable<ExportRecord>,
  codec: CompressionCodec,
): AsyncGenerator<Uint8Array> {
  // Loaded only by processes that write Parquet files.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const compressors = codec === 'LZ4_RAW' ? { LZ4_RAW: await loadLz4() } : nodeCompressors
  const bytes = new ByteWriter()
  const schema = [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)]
  const writer = new ParquetWriter({ writer: bytes, schema, codec, compressors, createdBy: 'concordat' })
  for await (const group of groupsOf(records)) {
    const columnData = columns.map(({ name, type }, index) => ({
      name,
      data: group.map(({ values }) => convert(type, values[index] ?? null)),
    }))
    writer.write({ columnData, rowGroupSize: group.length })
    yield taken(bytes)
  }
  writer.finish()
  yield taken(bytes)
}

/** The bytes written since the last call. The writer then starts again at the beginning of its buffer. */
function taken(bytes: ByteWriter): Uint8Array {
  const piece = bytes.getBytes().slice()
  bytes.index = 0
  return piece
}

async function* groupsOf(records: AsyncIterable<ExportRecord>): AsyncGenerator<ExportRecord[]> {
  let group: ExportRecord[] = []
  let length = 0
  for await (const record of records) {
    group.push(record)
    for (const value of record.values) length += typeof value === 'string' ? value.length : 8
    if (length < groupLength && group.length < groupRows) continue
    yield group
    group = []
    length = 0
  }
  if (group.length > 0) yield group
}

const brotliQuality = 5

/** The format's name for each compression that a config can specify. */
export const parquetCodecs = {
  gzip: 'GZIP',
  brotli: 'BROTLI',
  zstd: 'ZSTD',
  lz4: 'LZ4_RAW',
  snappy: 'SNAPPY',
} as const satisfies Record<string, CompressionCodec>

const nodeCompressors = {
  GZIP: (page: Uint8Array) => gzipSync(page),
  BROTLI: (page: Uint8Array) =>
    brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  ZSTD: (page: Uint8Array) => zstdCompressSync(page),
}

/**
 * Loads a function that compresses to one block without a frame, and without the uncompressed length that the
 * library prepends in four bytes.
 */
async function loadLz4(): Promise<(page: Uint8Array) => Uint8Array> {
  const { compressSync } = await import('lz4-napi')
  return ({ buffer, byteOffset, length }) => compressSync(Buffer.from(buffer, byteOffset, length)).subarray(4)
}

function elementOf({ name, type }: Column): SchemaElement {
  return { name, repetition_type: 'OPTIONAL', ...elements[type] }
}

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const

const elements: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text,
  uuid: text,
  json: text,
  integer: { type: 'INT32' },
  boolean: { type: 'BOOLEAN' },
  timestamp: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
}

function convert(type: ColumnType, value: ExportValue): ExportValue | bigint {
  return type === 'timestamp' && typeof value === 'string' ? microseconds(value) : value
}

/**
 * Converts `2026-01-31T12:00:00.123456Z` to microseconds since 1970, because a `Date` has only milliseconds.
 */
function microseconds(moment: string): bigint {
  const [whole = '', fraction = ''] = moment.replace('Z', '').split('.')
  return BigInt(Date.parse(`${whole}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0') || 0)
}
