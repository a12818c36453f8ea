import { posix } from 'node:path'
import {
  isModuleLink,
  type ModuleBinding,
  type ModuleLink,
  type ModulePart,
  type ModuleStatement,
  modulePartsOf,
} from './module-parts.ts'

/** Stands for all names in a module. */
export const ALL_EXPORTS = '*'

/**
 * The smallest part of a module whose use is tracked: a statement, a binding in a link, or a link that
 * re-exports everything.
 */
type Reachable = ModuleStatement | ModuleBinding | ModuleLink

interface Module {
  readonly path: string
  readonly parts: readonly ModulePart[]
  readonly used: Set<Reachable>
}

/** A module with the parts that are used. */
export interface ReachedModule {
  readonly path: string
  /** The used statements, and the links reduced to the names that are used, in module order. */
  readonly parts: readonly ModulePart[]
}

/** Finds the declarations that given names use, directly or indirectly. */
export class ReachedDeclarations {
  readonly #sourceOf: (path: string) => string
  readonly #modules = new Map<string, Module>()

  /** @param sourceOf returns a runtime module's text, by path. */
  constructor(sourceOf: (path: string) => string) {
    this.#sourceOf = sourceOf
  }

  /** Modules with parts that are used, sorted by path. */
  get modules(): readonly ReachedModule[] {
    return [...this.#modules.values()]
      .map(({ path, parts, used }) => ({ path, parts: parts.flatMap((part) => usedOf(part, used)) }))
      .filter(({ parts }) => parts.length > 0)
      .sort((one, other) => (one.path < other.path ? -1 : 1))
  }

  /** Marks the exports with the given name as used. @returns true if the module has any such export. */
  reach(path: string, name: string): boolean {
    const module = this.#moduleAt(path)
    return module.parts.filter((part) => this.#reachPart(module, part, name)).length > 0
  }

  #reachPart(module: Module, part: ModulePart, name: string): boolean {
    if (!isModuleLink(part)) {
      if (name !== ALL_EXPORTS && part.declares !== name) return false
      if (name === ALL_EXPORTS && !part.text.includes('export ')) return false
      this.#use(module, part)
      return true
    }
    if (part.kind === 'import') return false
    if (part.bindings.length === 0) return this.#reachStar(module, part, name)
    const found = part.bindings.filter(({ local }) => name === ALL_EXPORTS || local === name)
    for (const binding of found) this.#take(module, part, binding)
    return found.length > 0
  }

  #reachStar(module: Module, part: ModuleLink, name: string): boolean {
    const found = this.reach(targetOf(module, part), name)
    if (found) module.used.add(part)
    return found
  }

  /** Marks a statement, and everything to which it refers, as used. */
  #use(module: Module, statement: ModuleStatement): void {
    if (module.used.has(statement)) return
    module.used.add(statement)
    for (const part of module.parts) {
      if (!isModuleLink(part)) {
        // Statements that declare nothing count as used too, because the module's declarations may depend on
        // their side effects.
        if (part.declares === undefined || statement.words.has(part.declares)) this.#use(module, part)
      } else if (part.kind === 'import')
        for (const binding of part.bindings)
          if (statement.words.has(binding.local)) this.#take(module, part, binding)
    }
  }

  #take(module: Module, link: ModuleLink, binding: ModuleBinding): void {
    if (module.used.has(binding)) return
    module.used.add(binding)
    if (!link.from.startsWith('.')) return
    const target = targetOf(module, link)
    if (!this.reach(target, binding.name)) throw new Error(`"${target}" does not export "${binding.name}".`)
  }

  #moduleAt(path: string): Module {
    const known = this.#modules.get(path)
    if (known !== undefined) return known
    const module = { path, parts: modulePartsOf(this.#sourceOf(path)), used: new Set<Reachable>() }
    this.#modules.set(path, module)
    return module
  }
}

/** The used portion of a part; empty if nothing in it is used. */
function usedOf(part: ModulePart, used: ReadonlySet<Reachable>): readonly ModulePart[] {
  if (used.has(part)) return [part]
  if (!isModuleLink(part)) return []
  const bindings = part.bindings.filter((binding) => used.has(binding))
  return bindings.length === 0 ? [] : [{ ...part, bindings }]
}

function targetOf({ path }: Module, { from }: ModuleLink): string {
  return posix.join(posix.dirname(path), from)
}
