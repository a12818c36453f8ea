import { chooseShape, memberShape, type Shape } from '../../document/shape.ts'
import type { Addresses } from '../source/addresses.ts'
import { isContainer, referenceInNode } from '../source/json.ts'
import { followPath, MAX_HOPS, type NodeSource } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'

/**
 * References that trees make, and the files to which they lead; each is
 * followed as soon as its file is there.
 */
export class References {
  /** Trees of the files that were read. */
  readonly #trees: ReadonlyMap<string, unknown>
  readonly #addresses: Addresses
  /** Positions in files still being read. */
  readonly #awaited = new Map<string, Awaited[]>()
  /** Positions in files already read. */
  readonly #pending: Awaited[] = []
  /** Visited nodes and references, by shape, since references can be circular. */
  readonly #visited = new Map<Shape, Set<object | string>>()
  /** References from the current tree to files not requested yet. */
  readonly #wanted: string[] = []

  constructor(trees: ReadonlyMap<string, unknown>, addresses: Addresses) {
    this.#trees = trees
    this.#addresses = addresses
  }

  /** True if references lead to files that nobody asked for yet. */
  get areWanted(): boolean {
    return this.#wanted.length > 0
  }

  /** Files that are to be read now; the next call names others. */
  takeWanted(): readonly string[] {
    return this.#wanted.splice(0)
  }

  /** Looks for the references of a tree, whose nodes may have been written in several files. */
  look(
    tree: unknown,
    { shape, file, sources }: { readonly shape: Shape; readonly file: string; readonly sources: Sources },
  ): void {
    this.#scan(tree, shape, file, sources)
    this.#visitPending()
  }

  /** Follows the references that wait for a file. */
  arrive(file: string): void {
    this.#pending.push(...(this.#awaited.get(file) ?? []))
    this.#visitPending()
  }

  #want(wanted: Awaited): void {
    const { file } = wanted.target
    const awaited = this.#awaited.get(file)
    if (this.#trees.has(file)) this.#pending.push(wanted)
    else if (awaited !== undefined) awaited.push(wanted)
    else {
      this.#awaited.set(file, [wanted])
      this.#wanted.push(file)
    }
  }

  /** Visits in a loop, since a chain of references may exceed the stack. */
  #visitPending(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) this.#visit(next)
  }

  #visit({ target: wanted, shape, hops }: Awaited): void {
    // The file is read, so the names of its schemas are known.
    const target = this.#addresses.settle(wanted)
    const step = followPath(this.#trees.get(target.file), target.path)
    if (step.found) {
      this.#scan(step.value, shape, target.file)
      return
    }
    const onward =
      step.reference === undefined ? undefined : this.#addresses.resolve(step.reference, target.file)
    if (onward === undefined || hops === MAX_HOPS) return
    const path = [...onward.path, ...step.rest]
    this.#want({ target: { file: onward.file, path }, shape, hops: hops + 1 })
  }

  #scan(node: unknown, expected: Shape, file: string, sources?: Sources): void {
    const shape = chooseShape(expected, node)
    if (shape.is === 'mapping' && typeof node === 'string' && looksLikeReference(node))
      this.#refer(node, file, expected)
    if (shape.is === 'literal' || !isContainer(node)) return
    const reference = referenceInNode(node)
    // References only lead to objects, and only visited nodes have references.
    if ((reference !== undefined || shape.is === 'object') && this.#isVisited(node, shape)) return
    if (reference !== undefined) this.#refer(reference, file, expected)
    const records = sources?.of(node)
    for (const name in node) {
      const of = memberShape(shape, name)
      if (of.is !== 'literal' && of.is !== 'leaf')
        this.#scan(node[name], of, records?.get(name)?.file ?? file, sources)
    }
  }

  #refer(reference: string, file: string, shape: Shape): void {
    if (this.#isVisited(file + reference, shape)) return
    const target = this.#addresses.resolve(reference, file)
    if (target !== undefined) this.#want({ target, shape, hops: 0 })
  }

  #isVisited(node: object | string, shape: Shape): boolean {
    const visited = this.#visited.get(shape)
    if (visited?.has(node)) return true
    if (visited === undefined) this.#visited.set(shape, new Set([node]))
    else visited.add(node)
    return false
  }
}

/** A node that a reference leads to. */
interface Awaited {
  readonly target: NodeSource
  readonly shape: Shape
  /** Number of references followed on the path so far. */
  readonly hops: number
}

/** True if a discriminator's mapping value is a reference, not a schema name. */
export function looksLikeReference(value: string): boolean {
  return /[#/]|\.(json|ya?ml)$/i.test(value)
}
