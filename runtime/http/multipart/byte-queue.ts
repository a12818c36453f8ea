type Bytes = Uint8Array<ArrayBuffer>

/** A byte sequence to search for. */
export class BytePattern {
  readonly bytes: Bytes
  /** Number of bytes to skip, by the byte found at the pattern's end. */
  readonly #steps: Int32Array

  /** @param text ASCII. */
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
   * Returns the index of the pattern between two indexes; -1 if it is missing. The last byte is compared
   * first, then the others from the start. The search takes linear time if the pattern's first byte does not
   * recur in it.
   */
  indexIn(bytes: Bytes, from: number, end: number): number {
    const last = this.length - 1
    for (let at = from; at + last < end; at += this.#steps[bytes[at + last] ?? 0] ?? 1)
      if (bytes[at + last] === this.bytes[last] && this.isAt(bytes, at, last)) return at
    return -1
  }

  /** True if the first `count` bytes of the pattern are at an index. */
  isAt(bytes: Bytes, at: number, count: number): boolean {
    for (let index = 0; index < count; index++) if (bytes[at + index] !== this.bytes[index]) return false
    return true
  }
}

/** A queue of bytes that arrive in pieces. */
export class ByteQueue {
  #buffer: Bytes
  #start = 0
  #end: number
  /** For each pattern that has not been found yet, the index from which to continue the search. */
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

  /** Returns the index of a pattern; -1 if it has not arrived yet. */
  find(pattern: BytePattern): number {
    const from = this.#sought.get(pattern) ?? this.#start
    const at = pattern.indexIn(this.#buffer, from, this.#end)
    if (at !== -1) return at - this.#start
    this.#sought.set(pattern, Math.max(from, this.#end - pattern.length + 1))
    return -1
  }

  /** True if the bytes from an index on match the pattern as far as they have arrived. */
  mayHold(pattern: BytePattern, at: number): boolean {
    const come = Math.min(pattern.length, Math.max(0, this.length - at))
    return pattern.isAt(this.#buffer, this.#start + at, come)
  }

  /** Removes bytes from the front and returns a copy. */
  take(count: number): Bytes {
    const taken = this.#buffer.slice(this.#start, this.#start + count)
    this.skip(count)
    return taken
  }

  /** Returns a copy of the first bytes without removing them. */
  peek(count: number): Bytes {
    return this.#buffer.slice(this.#start, this.#start + count)
  }

  skip(count: number): void {
    this.#start = Math.min(this.#start + count, this.#end)
    this.#sought.clear()
  }

  /**
   * Moves the bytes to a buffer that is large enough for twice as many, so that each byte is copied only a
   * few times, however small the pieces are.
   */
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
