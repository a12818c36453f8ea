import { isObject } from '@concordat/runtime/json'
import { type Container, isContainer, setNodeMember } from '../source/json.ts'
import { Omissions } from '../source/omissions.ts'
import type { NodeSource, Path } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'

/** A value in an overlay, and its location. */
export interface OverlayUpdate extends NodeSource {
  readonly value: unknown
}

/** A document that is being changed. Containers are copied when they are first changed. */
export class OverlayDraft {
  root: Container
  readonly #sources: Sources
  readonly #owned = new WeakSet<object>()

  constructor(document: Container, sources: Sources) {
    this.#sources = sources
    this.root = this.#copy(document)
  }

  /** Returns the container at a path, which is then safe to change. */
  own(path: Path): unknown {
    let node: unknown = this.root
    for (const name of path) {
      if (!isContainer(node)) return undefined
      const child = node[name]
      if (isContainer(child) && !this.#owned.has(child)) node[name] = this.#copy(child)
      node = node[name]
    }
    return node
  }

  /** Makes an object's sections safe to change, so that parts can be moved into them later. */
  ownSections(path: Path): void {
    const sections = this.own(path)
    for (const section of isObject(sections) ? Object.keys(sections) : []) this.own([...path, section])
  }

  /**
   * Applies an update to the node at a path.
   * @returns the side with the wrong type, if the standard does not define the update.
   */
  update(path: Path, update: OverlayUpdate): 'target' | 'update' | undefined {
    const target = this.own(path)
    if (Array.isArray(target)) this.#add(asContainer(target), String(target.length), update)
    else if (!isObject(target)) return 'target'
    else if (!isObject(update.value)) return 'update'
    else this.#merge(target, update, update.value)
    return undefined
  }

  /** Removes the nodes at paths, in any order. Each path is that of its node before the removal. */
  remove(paths: readonly Path[]): void {
    const omissions = new Omissions(this.root, this.#sources)
    for (const path of paths) {
      const parent = this.own(path.slice(0, -1))
      if (isContainer(parent)) omissions.omit(parent, path)
    }
    omissions.settle()
  }

  #merge(target: Container, { file, path }: OverlayUpdate, update: Container): void {
    for (const name of Object.keys(update)) {
      const part = { value: update[name], file, path: [...path, name] }
      const own = Object.hasOwn(target, name) ? this.#ownMember(target, name) : undefined
      if (Array.isArray(own) && Array.isArray(part.value)) {
        for (const [index, value] of part.value.entries())
          this.#add(asContainer(own), String(own.length), {
            value,
            file,
            path: [...part.path, String(index)],
          })
      } else if (isObject(own) && isObject(part.value)) this.#merge(own, part, part.value)
      else this.#add(target, name, part)
    }
  }

  #add(container: Container, name: string, { value, file, path }: OverlayUpdate): void {
    const copy = structuredClone(value)
    this.#ownAll(copy)
    setNodeMember(container, name, copy)
    this.#sources.set(container, name, { file, path, decided: true })
  }

  #ownMember(container: Container, name: string): unknown {
    const child = container[name]
    if (isContainer(child) && !this.#owned.has(child)) setNodeMember(container, name, this.#copy(child))
    return container[name]
  }

  #ownAll(node: unknown): void {
    if (!isContainer(node)) return
    this.#owned.add(node)
    for (const name of Object.keys(node)) this.#ownAll(node[name])
  }

  #copy<T extends Container>(container: T): T {
    const copy = (Array.isArray(container) ? [...container] : { ...container }) as T
    this.#sources.replace(copy, this.#sources.of(container))
    this.#owned.add(copy)
    return copy
  }
}

/** Treats an array as an object with indexes as names. */
function asContainer(items: unknown[]): Container {
  return items as unknown as Container
}
