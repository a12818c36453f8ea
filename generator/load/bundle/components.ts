import { isObject, valueAt } from '@concordat/runtime/json'
import { fragmentOf } from '@concordat/runtime/pointer'
import { sectionOf, sectionShape } from '../../document/object-shapes.ts'
import type { Shape } from '../../document/shape.ts'
import type { Version } from '../../document/version.ts'
import { type Container, isContainer, setNodeMember } from '../source/json.ts'
import { bareReference, type NodeSource, sourceKey } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'
import { ComponentNames } from './component-names.ts'
import type { BundleReferences } from './references.ts'

export interface ComponentsOptions {
  /** URL of the document. */
  readonly file: string
  readonly sources: Sources
  readonly version: Version
  readonly references: BundleReferences
  /** True if the parts that are moved count as added by overlays. */
  readonly decided: boolean
}

/** A component whose references are still relative to its file. */
export interface MovedComponent {
  readonly value: Container
  readonly shape: Shape
  readonly path: readonly string[]
  readonly file: string
}

/** The components created from targets in other files. */
export class BundledComponents {
  readonly #document: Container
  readonly #options: ComponentsOptions
  readonly #names = new ComponentNames()
  /** Local reference to the component created from each target, by section and source. */
  readonly #known = new Map<string, string>()
  readonly #moved = new WeakSet<object>()
  readonly #unvisited: MovedComponent[] = []

  constructor(document: Container, options: ComponentsOptions) {
    this.#document = document
    this.#options = options
  }

  /** True for the value of a component that was moved from another file. */
  has(value: object): boolean {
    return this.#moved.has(value)
  }

  /** Returns the next component whose references must still be read. */
  next(): MovedComponent | undefined {
    return this.#unvisited.shift()
  }

  /** Local reference to a target, which moves into `components` at its first use. */
  refer(target: NodeSource, place: { readonly shape: Shape; readonly section: string }): string {
    return this.#known.get(componentKey(place.section, target)) ?? this.#move(target, place)
  }

  /** Gives a target in another file the name of a component that consists only of a reference to it. */
  claim(): void {
    const { table } = this.#options.version
    const components = valueAt(this.#document, table.sections)
    if (!isObject(components)) return
    for (const [section, map] of Object.entries(components)) {
      const shape = sectionShape(table, section)
      if (isObject(map) && sectionOf(shape) === section) this.#claimSection(section, map, shape)
    }
  }

  #claimSection(section: string, map: Readonly<Record<string, unknown>>, shape: Shape): void {
    const { file, sources, version } = this.#options
    const path = [...version.table.sections, section]
    for (const name of Object.keys(map)) this.#names.reserve(section, name)
    for (const [name, written] of sources.of(map) ?? [])
      if (written.file !== file) this.#known.set(componentKey(section, written), fragmentOf([...path, name]))
    for (const [name, value] of Object.entries(map)) {
      const target = this.#elsewhere(value, [...path, name])
      if (target !== undefined && !this.#known.has(componentKey(section, target)))
        this.#move(target, { shape, section, name })
    }
  }

  /** The source of a component that is only a reference to another file. */
  #elsewhere(component: unknown, path: readonly string[]): NodeSource | undefined {
    const { file, sources, references } = this.#options
    const reference = bareReference(component)
    if (reference === undefined || reference.startsWith('#')) return undefined
    const target = references.resolve(reference, sources.trace(this.#document, path).file)
    return target === undefined || target === 'cycle' || target.file === file ? undefined : target
  }

  /** Moves a target into `components`. @returns its local reference. */
  #move(
    target: NodeSource,
    { shape, section, name }: { shape: Shape; section: string; name?: string },
  ): string {
    const { version, references, sources, decided } = this.#options
    const chosen = name ?? this.#names.choose(section, target)
    const holder = [...version.table.sections, section]
    const path = [...holder, chosen]
    const component = fragmentOf(path)
    this.#known.set(componentKey(section, target), component)
    const map = holder.reduce(ensureObject, this.#document)
    const value = references.copy(target)
    const isDecided = decided || (sources.of(map)?.get(chosen)?.decided ?? false)
    setNodeMember(map, chosen, value)
    sources.set(map, chosen, { ...target, decided: isDecided })
    if (isContainer(value)) {
      this.#moved.add(value)
      this.#unvisited.push({ value, shape, path, file: target.file })
    }
    return component
  }
}

function componentKey(section: string, target: NodeSource): string {
  return `${section} ${sourceKey(target)}`
}

function ensureObject(container: Container, name: string): Container {
  const value = container[name]
  if (isObject(value)) return value
  const made = {}
  container[name] = made
  return made
}
