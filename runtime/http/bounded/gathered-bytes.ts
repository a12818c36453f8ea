/** Size in bytes from which a piece is kept without copying. */
const LARGE = 4096
/** Size in bytes of a block for smaller pieces. */
const BLOCK = 65_536

/**
 * Collects bytes from pieces of any length. Each piece has an overhead of some 400 bytes, so 20 MB sent byte
 * by byte would take 8 GB. Therefore, small pieces are merged as they arrive.
 */
export class GatheredBytes {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = []
  #block: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  /** Bounds of the part of the block that is not among the pieces yet. */
  #start = 0
  #end = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: Uint8Array<ArrayBuffer>): void {
    // The first piece may be the only one, so it is not copied.
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

  /** All bytes. */
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
