/** Bytes of a piece that is kept as it came. */
const LARGE = 4096
/** Bytes of a block that smaller pieces are copied into. */
const BLOCK = 65_536

/**
 * Bytes that come in pieces of any length. Each piece takes some 400 bytes of memory beside its own: a body
 * of 20 MB that is sent byte by byte would take 8 GB, so small pieces are joined as they come.
 */
export class GatheredBytes {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = []
  #block: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  /** Start and end, in the block, of the bytes that are not among the pieces yet. */
  #start = 0
  #end = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: Uint8Array<ArrayBuffer>): void {
    // The first may be the only one, and is not copied then.
    if (this.#length === 0 || piece.length >= LARGE) {
      this.#endPiece()
      this.#pieces.push(piece)
    } else {
      if (piece.length > this.#block.length - this.#end) this.#startBlock()
      this.#block.set(piece, this.#end)
      this.#end += piece.length
    }
    this.#length += piece.length
  }

  /** All of them. */
  join(): Uint8Array<ArrayBuffer> {
    this.#endPiece()
    const [first, second] = this.#pieces
    if (first !== undefined && second === undefined) return first
    const whole = new Uint8Array(this.#length)
    let at = 0
    for (const piece of this.#pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }

  #startBlock(): void {
    this.#endPiece()
    this.#block = new Uint8Array(BLOCK)
    this.#start = 0
    this.#end = 0
  }

  #endPiece(): void {
    if (this.#end > this.#start) this.#pieces.push(this.#block.subarray(this.#start, this.#end))
    this.#start = this.#end
  }
}
