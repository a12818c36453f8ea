import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { ObjectTable } from '../../document/object-shapes.ts'
import {
  chooseShape,
  holdsForShape,
  memberShape,
  type ObjectPosition,
  type ObjectShape,
  type Shape,
} from '../../document/shape.ts'
import { type Container, isContainer, referenceInNode } from '../source/json.ts'
import type { Omissions } from '../source/omissions.ts'
import type { Path } from '../source/reference.ts'
import { type LoadReport, strayReferenceProblem } from './misfit.ts'

export interface NotedReferencesOptions {
  readonly table: ObjectTable
  readonly omissions: Omissions
  readonly report: LoadReport
}

/** A node that refers to an object: a `$ref` object, or an entry in a discriminator's mapping. */
interface Referrer {
  readonly holder: Container
  /** Path of the member. */
  readonly path: Path
  readonly target: Path
  readonly shape: ObjectPosition
}

/** A target that nothing has checked yet, because it is in a literal such as an example. */
export interface UncheckedTarget {
  readonly target: Container
  readonly holder: Container
  readonly shape: ObjectPosition
  readonly path: Path
}

/** The references of a document. Checks that their targets are objects of the expected kinds. */
export class NotedReferences {
  readonly #document: Container
  readonly #options: NotedReferencesOptions
  /** Referrers by target and shape. */
  readonly #referrers = new Map<string, Referrer[]>()

  constructor(document: Container, options: NotedReferencesOptions) {
    this.#document = document
    this.#options = options
  }

  /**
   * Records a reference, unless it is a schema name in a discriminator's mapping, which does not start with
   * "#".
   */
  note(reference: string, { shape, holder, path }: Omit<Referrer, 'target'>): void {
    if (!reference.startsWith('#')) return
    const key = `${shape.name} ${reference}`
    const known = this.#referrers.get(key)
    const target = known?.[0]?.target ?? stepsOf(reference)
    const referrer = { holder, path, target, shape }
    if (known === undefined) this.#referrers.set(key, [referrer])
    else known.push(referrer)
  }

  /**
   * Yields the targets that are in a literal, including those of references that are noted while these
   * targets are checked.
   */
  *unchecked(): Generator<UncheckedTarget> {
    for (const [referrer] of this.#referrers.values()) {
      if (referrer === undefined) continue
      const { target: path, shape } = referrer
      const target = valueAt(this.#document, path)
      const holder = valueAt(this.#document, path.slice(0, -1))
      if (isObject(target) && isContainer(holder) && this.#kindAt(path) === undefined)
        yield { target, holder, shape, path }
    }
  }

  /** Drops references whose targets are missing or of the wrong kind. */
  dropStray(): void {
    // Repeated, because dropping one reference can omit the target of another that was already checked.
    for (let isSettled = false; !isSettled; ) {
      isSettled = true
      for (const [key, referrers] of this.#referrers)
        if (this.#isAstray(referrers[0])) {
          for (const referrer of referrers) this.#drop(referrer)
          this.#referrers.delete(key)
          isSettled = false
        }
    }
  }

  #isAstray(referrer: Referrer | undefined): boolean {
    if (referrer === undefined) return false
    const { target: path, shape } = referrer
    let node: unknown = this.#document
    for (const name of path) {
      if (!isContainer(node) || !this.#options.omissions.holds(node, name)) return true
      node = memberOf(node, name)
    }
    if (typeof node === 'boolean' && shape === this.#options.table.schema) return false
    if (!isObject(node)) return true
    const kind = this.#kindAt(path)
    return kind !== undefined && kind !== shape.object && !isLike(node, shape)
  }

  #drop({ holder, path, shape, target }: Referrer): void {
    const name = path.at(-1) ?? ''
    if (!this.#options.omissions.holds(holder, name)) return
    const node = holder[name]
    const isSchema = shape === this.#options.table.schema && isObject(node)
    this.#options.report(strayReferenceProblem({ path, target, shape }, isSchema))
    if (isSchema) delete node['$ref']
    else this.#options.omissions.omit(holder, path)
  }

  /** Kind of the object at a path; `undefined` inside a literal. */
  #kindAt(path: Path): ObjectShape | undefined {
    let shape: Shape = this.#options.table.document
    let node: unknown = this.#document
    for (const name of path) {
      shape = memberShape(chooseShape(shape, node), name)
      node = memberOf(node, name)
    }
    const found = chooseShape(shape, node)
    return found.is === 'object' ? found.object : undefined
  }
}

/**
 * True if an object of one kind can be read as another kind. For example, a parameter can be read as a
 * header.
 */
function isLike(node: Container, { object: { required, fields } }: ObjectPosition): boolean {
  return (
    (referenceInNode(node) !== undefined || required.every((name) => Object.hasOwn(node, name))) &&
    Object.keys(node).every((name) => {
      const expected = fields.get(name)
      return expected === undefined || holdsForShape(expected, node[name])
    })
  )
}
