import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml'
import type { Path } from './reference.ts'

/** Event indexes of a property, or of an item, which has no key. */
interface Member {
  readonly key: number | undefined
  readonly value: number
}

/**
 * Positions of nodes in YAML, found by parsing it again into events, which include the end of each container.
 */
export class YamlPositions {
  readonly #text: string
  readonly #events: readonly Event[]
  /** Index of the event after a node, by the index of the node's first event. */
  readonly #behind: Int32Array
  readonly #anchors = new Map<string, number>()
  /**
   * Keys and values of the mappings on the paths that were followed, by the mapping's index and the key's
   * name.
   */
  readonly #members = new Map<number, ReadonlyMap<string, Member>>()

  constructor(text: string) {
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

  /**
   * Offset of the node at a path. For a mapping or sequence with a key, it is the offset of the key.
   * `undefined` if there is no such node.
   */
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
