type Bytes = Uint8Array<ArrayBuffer>

/** Bytes to search for. */
export class BytePattern {
  readonly bytes: Bytes
  /** Distances by which the search advances, by the byte at the pattern's end. */
  readonly #steps: Int32Array

  /** @param text in ASCII, as delimiters are. */
  constructor(text: string) {
    this.bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    const last = this.bytes.length - 1
    this.#steps = new Int32Array(256).fill(last + 1)
    for (let index = 0; index < last; index++) this.#steps[this.bytes[index] ?? 0] = last - index
  }

  get length(): number {
    return this.bytes.length
  }

  /**
   * Index of the pattern in bytes, between two indices; -1 if it is not there. A comparison begins with the
   * pattern's first byte: if no other of its bytes is the same, no byte is looked at more than twice,
   * whatever the pattern's length.
   */
  indexIn(bytes: Bytes, from: number, end: number): number {
    const last = this.length - 1
    for (let at = from; at + last < end; at += this.#steps[bytes[at + last] ?? 0] ?? 1)
      if (bytes[at + last] === this.bytes[last] && this.isAt(bytes, at, last)) return at
    return -1
  }

  /** True where its first bytes stand at a place. */
  isAt(bytes: Bytes, at: number, count: number): boolean {
    for (let index = 0; index < count; index++) if (bytes[at + index] !== this.bytes[index]) return false
    return true
  }
}

/** Bytes that come in pieces, and are taken from the front. */
export class ByteQueue {
  #buffer: Bytes
  #start = 0
  #end: number
  /**
   * Progress of the searches for patterns that were not found, so that no byte is searched again for each
   * piece.
   */
  readonly #sought = new Map<BytePattern, number>()

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

  /** Index of a pattern; -1 if it has not come. */
  find(pattern: BytePattern): number {
    const from = this.#sought.get(pattern) ?? this.#start
    const at = pattern.indexIn(this.#buffer, from, this.#end)
    if (at !== -1) return at - this.#start
    this.#sought.set(pattern, Math.max(from, this.#end - pattern.length + 1))
    return -1
  }

  /** True if the bytes from an index on match a pattern, as far as they have come. */
  mayHold(pattern: BytePattern, at: number): boolean {
    const come = Math.min(pattern.length, Math.max(0, this.length - at))
    return pattern.isAt(this.#buffer, this.#start + at, come)
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
    this.#sought.clear()
  }

  /** Doubles the buffer, so that each byte is copied a few times at most, however small the pieces are. */
  #makeRoom(count: number): void {
    const moved = this.#start
    const buffer = new Uint8Array(Math.max(1024, 2 * this.length + count))
    buffer.set(this.#buffer.subarray(this.#start, this.#end))
    this.#end -= moved
    this.#start = 0
    this.#buffer = buffer
    for (const [pattern, until] of this.#sought) this.#sought.set(pattern, until - moved)
  }
}
