import { UnusualYaml } from './block-scalars.ts'

const [LINE_FEED, SPACE, HASH, DASH, DOT] = [10, 32, 35, 45, 46]

/** An octet that is part of a multi-octet character. */
const OCTET = /[\u0080-\u00ff]/g

/** YAML text, read line by line, and a position in the current line. */
export class YamlLines {
  readonly text: string
  /** Offset of the next character in the current line. */
  at = 0
  /** Offset of the line's end. */
  end = -1
  /** Column where the line, or an item in it, starts; -1 after the last line. */
  indent = -1
  /** Offset of the next multi-octet character, as of the last search. */
  #nextOctet: number

  /** @param isOctets true if each character in the text is a UTF-8 octet. */
  constructor(text: string, isOctets: boolean) {
    this.text = text
    this.#nextOctet = isOctets ? -1 : text.length
    if (text.startsWith('---\n')) this.end = 3
  }

  /** Moves to the next line with content. */
  next(): void {
    const text = this.text
    for (let start = this.end + 1; start < text.length; ) {
      let at = start
      while (text.charCodeAt(at) === SPACE) at++
      const code = text.charCodeAt(at)
      if (code === LINE_FEED) start = at + 1
      else if (code === HASH) start = this.endOf(at) + 1
      else if (at === text.length) break
      else {
        if (at === start && (code === DASH || code === DOT)) this.#expectNoMarker(at)
        this.at = at
        this.end = this.endOf(at)
        this.indent = at - start
        return
      }
    }
    this.indent = -1
  }

  endOf(at: number): number {
    const end = this.text.indexOf('\n', at)
    return end === -1 ? this.text.length : end
  }

  /** Returns part of the text. Parts must be read in order. */
  part(start: number, end: number): string {
    const part = this.text.slice(start, end)
    if (this.#nextOctet < start) {
      OCTET.lastIndex = start
      this.#nextOctet = OCTET.test(this.text) ? OCTET.lastIndex - 1 : this.text.length
    }
    return this.#nextOctet < end ? Buffer.from(part, 'latin1').toString() : part
  }

  /** Rejects a document marker, because it can separate several documents in a file. */
  #expectNoMarker(at: number): void {
    if (this.text.startsWith('---', at) || this.text.startsWith('...', at)) throw new UnusualYaml()
  }

  /** Skips spaces. @returns true if text other than a comment follows on the line. */
  hasMore(): boolean {
    while (this.text.charCodeAt(this.at) === SPACE) this.at++
    return this.at < this.end && this.text.charCodeAt(this.at) !== HASH
  }

  isSeparated(at: number): boolean {
    return at === this.end || this.text.charCodeAt(at) === SPACE
  }

  /** Moves behind the rest of the line. */
  leaveLine(): void {
    this.end = this.endOf(this.end)
    this.next()
  }
}
