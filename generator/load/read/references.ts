import { chooseShape, memberShape, type Shape } from '../../document/shape.ts'
import type { SelfAddresses } from '../source/addresses.ts'
import { isContainer, referenceInNode } from '../source/json.ts'
import { followPath, looksLikeReference, MAX_HOPS, type NodeSource } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'

/**
 * References in trees, and the files to which they point. A reference is followed as soon as its target file
 * has been read.
 */
export class BundleReferences {
  /** Trees of the files that have been read. */
  readonly #trees: ReadonlyMap<string, unknown>
  readonly #addresses: SelfAddresses
  /** Targets by file, for files that had not been read when the references were found. */
  readonly #awaited = new Map<string, Awaited[]>()
  /** Reference targets that must still be visited, in files that have been read. */
  readonly #pending: Awaited[] = []
  /**
   * Visited nodes and references, by shape. They are not visited again, because references can be circular.
   */
  readonly #visited = new Map<Shape, Set<object | string>>()
  /** Files to which references point and that have not been requested yet. */
  readonly #wanted: string[] = []

  constructor(trees: ReadonlyMap<string, unknown>, addresses: SelfAddresses) {
    this.#trees = trees
    this.#addresses = addresses
  }

  /** True if references point to files that have not been requested yet. */
  get areWanted(): boolean {
    return this.#wanted.length > 0
  }

  /** Returns the files to read now; each file is returned only once. */
  takeWanted(): readonly string[] {
    return this.#wanted.splice(0)
  }

  /** Finds the references in a tree whose nodes may come from several files. */
  look(
    tree: unknown,
    { shape, file, sources }: { readonly shape: Shape; readonly file: string; readonly sources: Sources },
  ): void {
    this.#scan(tree, shape, file, sources)
    this.#visitPending()
  }

  /** Follows the references that were waiting for a file. */
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

  /** Uses a loop instead of recursion, because a long chain of references could overflow the stack. */
  #visitPending(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) this.#visit(next)
  }

  #visit({ target: wanted, shape, hops }: Awaited): void {
    // The file's `$id`s and anchors are known only now that it has been read.
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
    // It suffices to remember objects and references, because references point only to objects.
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

/** A node to which a reference points. */
interface Awaited {
  readonly target: NodeSource
  readonly shape: Shape
  /** Number of references followed so far on the way to the node. */
  readonly hops: number
}
