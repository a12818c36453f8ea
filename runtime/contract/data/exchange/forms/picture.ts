import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** One pixel: width, height, bits per sample, gray, and the only methods that exist. */
const HEADER = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]
/** A row without a filter, with one gray pixel. */
const ROW = [0, 0x80]

/**
 * A picture of one pixel, because many servers accept nothing else as a picture.
 * @param comment makes pictures different.
 * @see https://www.w3.org/TR/png-3/#11tEXt
 */
export function pictureOf(comment: string): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(`Comment\0${comment}`, 'latin1')
  const chunks = [
    ...[chunk('IHDR', HEADER), chunk('tEXt', text)],
    ...[chunk('IDAT', deflateSync(Uint8Array.from(ROW))), chunk('IEND', [])],
  ]
  return Uint8Array.from([...SIGNATURE, ...chunks.flat()])
}

function chunk(kind: string, data: Iterable<number>): readonly number[] {
  const checked = [...Buffer.from(kind), ...data]
  return [
    ...inFourBytes(checked.length - kind.length),
    ...checked,
    ...inFourBytes(crc32(Uint8Array.from(checked))),
  ]
}

function inFourBytes(value: number): readonly number[] {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return [...bytes]
}
