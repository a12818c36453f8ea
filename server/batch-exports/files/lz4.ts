/** Shorter matches do not pay; the format cannot hold them. */
const leastMatch = 4
/** The format's window: a match lies at most this far back. */
const window = 65_535
/** The last match begins this far from the end, and the last five bytes are literals. @see LZ4 Block Format */
const matchLimit = 12
const lastLiterals = 5
const hashBits = 14

/**
 * Compresses bytes as one LZ4 block without a frame, Parquet's LZ4_RAW. Greedy, with one candidate for each hash.
 * @see LZ4 Block Format Description
 */
export function lz4Compress(input: Uint8Array): Uint8Array {
  const output = new Uint8Array(input.length + Math.ceil(input.length / 255) + 16)
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength)
  const seen = new Int32Array(1 << hashBits).fill(-1)
  let written = 0
  let anchor = 0

  const putLength = (excess: number) => {
    let rest = excess
    for (; rest >= 255; rest -= 255) output[written++] = 255
    output[written++] = rest
  }
  /** Literals from the anchor to `end`, then a match of `length` bytes, none when it is 0. */
  const putSequence = (end: number, length: number, distance: number) => {
    const literals = end - anchor
    const excess = length - leastMatch
    output[written++] = (Math.min(literals, 15) << 4) | (length === 0 ? 0 : Math.min(excess, 15))
    if (literals >= 15) putLength(literals - 15)
    output.set(input.subarray(anchor, end), written)
    written += literals
    if (length === 0) return
    output[written++] = distance & 255
    output[written++] = distance >> 8
    if (excess >= 15) putLength(excess - 15)
  }

  for (let at = 0; at < input.length - matchLimit; ) {
    const word = view.getUint32(at, true)
    const slot = Math.imul(word, 2_654_435_761) >>> (32 - hashBits)
    const candidate = seen[slot] ?? -1
    seen[slot] = at
    if (candidate < 0 || at - candidate > window || view.getUint32(candidate, true) !== word) {
      at += 1
      continue
    }
    let length = leastMatch
    const limit = input.length - lastLiterals
    while (at + length < limit && input[candidate + length] === input[at + length]) length += 1
    putSequence(at, length, at - candidate)
    at += length
    anchor = at
  }
  putSequence(input.length, 0, 0)
  return output.subarray(0, written)
}
