import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fragmentOf } from '@concordat/runtime/pointer'
import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml'
import type { Place } from '../../errors/problem.ts'
import type { Path } from './reference.ts'

/** A file's name as people write it: relative to the working directory, or the URL that it was read from. */
export function displayName(file: string): string {
  return file.startsWith('file:') ? relative(process.cwd(), fileURLToPath(file)) : file
}

/**
 * Finds lines and columns. Documents are parsed without positions, for speed; a file is parsed a second time, into events, when
 * the first place in it is asked for: 0.2 s for 13 MB.
 */
export class Locator {
  readonly #textOf: (file: string) => string | undefined
  /** Offsets at which the lines of a file begin. */
  readonly #lines = new Map<string, readonly number[]>()
  readonly #indexes = new Map<string, PositionIndex | undefined>()

  constructor(textOf: (file: string) => string | undefined) {
    this.#textOf = textOf
  }

  /** The place of a node: line and column are those of the scalar, or of the key that an object or array stands under. */
  place(file: string, path: Path): Place {
    const offset = this.#index(file)?.offsetOf(path)
    return {
      file: displayName(file),
      pointer: fragmentOf(path),
      ...(offset !== undefined && this.#lineAndColumn(file, offset)),
    }
  }

  /** The place of a character, for a file that cannot be parsed. */
  placeOfOffset(file: string, offset: number | undefined): Place {
    return {
      file: displayName(file),
      pointer: '#',
      ...(offset !== undefined && this.#lineAndColumn(file, offset)),
    }
  }

  #index(file: string): PositionIndex | undefined {
    if (!this.#indexes.has(file)) {
      const text = this.#textOf(file)
      this.#indexes.set(file, text === undefined ? undefined : PositionIndex.of(text))
    }
    return this.#indexes.get(file)
  }

  #lineAndColumn(file: string, offset: number): { line: number; column: number } | undefined {
    const text = this.#textOf(file)
    if (text === undefined) return undefined
    let starts = this.#lines.get(file)
    if (starts === undefined) {
      starts = [0, ...Array.from(text.matchAll(/\n/g), (match) => match.index + 1)]
      this.#lines.set(file, starts)
    }
    const line = lineAt(starts, offset)
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
}

/** Number of the line, from 1, that holds a character; `starts` are the offsets of the lines. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** Indexes of the events of a member or an item, which has no key. */
interface Member {
  readonly key: number | undefined
  readonly value: number
}

/** The nodes of one YAML or JSON text, in their order, each container with the position of its end. */
class PositionIndex {
  readonly #text: string
  readonly #events: readonly Event[]
  /** Index of the event behind a node that begins at an index. */
  readonly #behind: Int32Array
  readonly #anchors = new Map<string, number>()
  /** Keys and values of the mappings that a path has led through, by name. */
  readonly #members = new Map<number, ReadonlyMap<string, Member>>()

  /** `undefined` for a text that only the JSON parser understands. */
  static of(text: string): PositionIndex | undefined {
    try {
      return new PositionIndex(text)
    } catch {
      return undefined
    }
  }

  private constructor(text: string) {
    this.#text = text
    this.#events = parseEvents(text, { maxDepth: 1000 })
    this.#behind = new Int32Array(this.#events.length)
    const open: number[] = []
    for (const [index, event] of this.#events.entries()) {
      if (event.type === EVENT_ID.POP) this.#behind[open.pop() ?? 0] = index + 1
      else if (event.type === EVENT_ID.SCALAR || event.type === EVENT_ID.ALIAS)
        this.#behind[index] = index + 1
      else open.push(index)
      if ('anchorStart' in event && event.type !== EVENT_ID.ALIAS && event.anchorStart >= 0)
        this.#anchors.set(text.slice(event.anchorStart, event.anchorEnd), index)
    }
  }

  /** Offset of the node at a path; `undefined` when the text has none. */
  offsetOf(path: Path): number | undefined {
    let node = 1
    let key: number | undefined
    for (const name of path) {
      const found = this.#step(this.#dealias(node), name)
      if (found === undefined) return undefined
      key = found.key
      node = found.value
    }
    return this.#start(node, key)
  }

  #start(node: number, key: number | undefined): number | undefined {
    const event = this.#events[node]
    if (event === undefined) return undefined
    if (event.type === EVENT_ID.SCALAR && event.valueStart >= 0) return event.valueStart
    if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1
    if (key !== undefined) return this.#start(key, undefined)
    return 'start' in event ? event.start : undefined
  }

  #dealias(node: number): number {
    const event = this.#events[node]
    if (event?.type !== EVENT_ID.ALIAS) return node
    return this.#anchors.get(this.#text.slice(event.anchorStart, event.anchorEnd)) ?? node
  }

  #step(node: number, name: string): Member | undefined {
    const event = this.#events[node]
    if (event?.type === EVENT_ID.SEQUENCE) {
      let item = node + 1
      for (let left = Number(name); left > 0 && !this.#ends(item); left--) item = this.#behind[item] ?? 0
      return this.#ends(item) ? undefined : { key: undefined, value: item }
    }
    return event?.type === EVENT_ID.MAPPING ? this.#membersOf(node).get(name) : undefined
  }

  #membersOf(node: number): ReadonlyMap<string, Member> {
    const known = this.#members.get(node)
    if (known !== undefined) return known
    const members = new Map<string, Member>()
    for (let key = node + 1; !this.#ends(key); ) {
      const value = this.#behind[key] ?? 0
      const scalar = this.#events[key]
      const name = scalar?.type === EVENT_ID.SCALAR ? getScalarValue(this.#text, scalar) : undefined
      if (name !== undefined && !members.has(name)) members.set(name, { key, value })
      key = this.#behind[value] ?? 0
    }
    this.#members.set(node, members)
    return members
  }

  #ends(index: number): boolean {
    const event = this.#events[index]
    return event === undefined || event.type === EVENT_ID.POP
  }
}
