import { createRequire } from 'node:module'
import type { Document, Node, Scalar, YAMLMap } from 'yaml'
import type { Path } from './reference.ts'

/** A node and its key; items have no key. */
interface Member {
  readonly key: Node | undefined
  readonly value: Node | undefined
}

/** Positions of nodes in YAML that only the lenient parser accepts. */
export class LenientPositions {
  readonly #yaml: typeof import('yaml')
  readonly #document: Document

  constructor(text: string) {
    this.#yaml = createRequire(import.meta.url)('yaml')
    this.#document = this.#yaml.parseDocument(text, { merge: true, schema: 'core' })
  }

  /**
   * Offset of the node at a path. For a mapping or sequence with a key, it is the offset of the key.
   * `undefined` if there is no such node.
   */
  offsetOf(path: Path): number | undefined {
    let member: Member | undefined = { key: undefined, value: this.#document.contents ?? undefined }
    for (const name of path) {
      member = this.#member(this.#dealias(member.value), name)
      if (member === undefined) return undefined
    }
    const { key, value } = member
    const isScalar = this.#yaml.isScalar(value)
    return (isScalar ? value : (key ?? value))?.range?.[0]
  }

  #dealias(node: Node | undefined): Node | undefined {
    return this.#yaml.isAlias(node) ? node.resolve(this.#document) : node
  }

  #member(node: Node | undefined, name: string): Member | undefined {
    if (this.#yaml.isSeq<Node>(node)) {
      const value = node.items[Number(name)]
      return value === undefined ? undefined : { key: undefined, value }
    }
    if (!this.#yaml.isMap(node)) return undefined
    const { items } = node as YAMLMap<Scalar, Node | null>
    const pair = items.find(({ key }) => String(key.value) === name)
    return pair && { key: pair.key, value: pair.value ?? undefined }
  }
}
