type Bytes = Uint8Array<ArrayBuffer>

/** Bytes that come in pieces, and are taken from the front. */
export class ByteQueue {
  #buffer: Bytes
  #start = 0
  #end: number
  /** The last pattern that was not found, and how far the search went, so that no byte is searched again for each piece. */
  #sought: { readonly pattern: Uint8Array; readonly until: number } | undefined

  constructor(bytes: Uint8Array) {
    this.#buffer = new Uint8Array(bytes)
    this.#end = bytes.length
  }

  get length(): number {
    return this.#end - this.#start
  }

  push(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#buffer.length) this.#makeRoom(bytes.length)
    this.#buffer.set(bytes, this.#end)
    this.#end += bytes.length
  }

  /** Where a pattern begins; -1 where it has not come. */
  find(pattern: Uint8Array): number {
    const from = this.#sought?.pattern === pattern ? this.#sought.until : this.#start
    const last = this.#end - pattern.length
    const [first = 0] = pattern
    for (let at = this.#buffer.indexOf(first, from); at !== -1 && at <= last; ) {
      if (this.#holds(pattern, at)) return at - this.#start
      at = this.#buffer.indexOf(first, at + 1)
    }
    this.#sought = { pattern, until: Math.max(from, last + 1) }
    return -1
  }

  /** Whether the bytes from a place on are those of a pattern, as far as they have come. */
  mayHold(pattern: Uint8Array, at: number): boolean {
    const come = pattern.subarray(0, Math.max(0, this.length - at))
    return this.#holds(come, this.#start + at)
  }

  /** Takes bytes from the front: a copy. */
  take(count: number): Bytes {
    const taken = this.#buffer.slice(this.#start, this.#start + count)
    this.skip(count)
    return taken
  }

  /** A copy of the first bytes, which stay. */
  peek(count: number): Bytes {
    return this.#buffer.slice(this.#start, this.#start + count)
  }

  skip(count: number): void {
    this.#start = Math.min(this.#start + count, this.#end)
    this.#sought = undefined
  }

  #holds(pattern: Uint8Array, at: number): boolean {
    return pattern.every((byte, index) => this.#buffer[at + index] === byte)
  }

  /** Doubles, so that each byte is copied a few times at most, however small the pieces are. */
  #makeRoom(count: number): void {
    const moved = this.#start
    const buffer = new Uint8Array(Math.max(1024, 2 * (this.length + count)))
    buffer.set(this.#buffer.subarray(this.#start, this.#end))
    this.#end -= moved
    this.#start = 0
    this.#buffer = buffer
    if (this.#sought !== undefined) this.#sought = { ...this.#sought, until: this.#sought.until - moved }
  }
}
