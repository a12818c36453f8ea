import type { Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { ExportRecord, ExportValue } from '../../events/event-export.ts'
import type { Column } from '../records/columns.ts'

/** Writes a record as one line of JSON. `json` values are written as stored, without losing digits. */
export function recordAsJsonLine(columns: readonly Column[], { values }: ExportRecord): string {
  return `${recordAsJsonObject(columns, values)}\n`
}

/** Writes a record as a JSON object. */
export function recordAsJsonObject(columns: readonly Column[], values: readonly ExportValue[]): string {
  const members = columns.map(({ name, type }, index) => {
    const value = values[index] ?? null
    return `${JSON.stringify(name)}:${type === 'json' && value !== null ? value : JSON.stringify(value)}`
  })
  return `{${members.join(',')}}`
}

/**
 * Number of characters to collect before passing them on, because a buffer for each line would cost more than
 * the line.
 */
const pieceLength = 65_536

/** Encodes records as JSON Lines. */
export async function* encodeJsonLines(
  columns: readonly Column[],
  records: AsyncIterable<ExportRecord>,
): AsyncGenerator<Buffer> {
  let piece = ''
  for await (const record of records) {
    piece += recordAsJsonLine(columns, record)
    if (piece.length < pieceLength) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece !== '') yield Buffer.from(piece)
}

/**
 * Brotli's default level suits files that are compressed once and read often; this level keeps up with a
 * database.
 */
const brotliQuality = 5

/** Compressions for a JSON Lines stream, by their names in the config. */
export const streamCompressions: Readonly<
  Record<string, { readonly suffix: string; readonly make: () => Transform }>
> = {
  gzip: { suffix: '.gz', make: () => createGzip() },
  brotli: {
    suffix: '.br',
    make: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  },
}
