import type { NodeSource } from '../source/reference.ts'

/**
 * Names for components moved from other files: the author's name if there is one, unique within the section.
 */
export class ComponentNames {
  readonly #taken = new Map<string, Set<string>>()

  /** Reserves a name that the document declares. */
  reserve(section: string, name: string): void {
    this.#section(section).add(name)
  }

  /**
   * Returns the name for a target: its own name or, if that is taken, its own name prefixed with its
   * holder's; if both are taken, its own name with a number.
   */
  choose(section: string, target: NodeSource): string {
    const taken = this.#section(section)
    const candidates = nameCandidates(target)
    let name = candidates.find((candidate) => !taken.has(candidate))
    for (let number = 2; name === undefined; number++) {
      const numbered = `${candidates[0]}_${number}`
      if (!taken.has(numbered)) name = numbered
    }
    taken.add(name)
    return name
  }

  #section(section: string): Set<string> {
    const taken = this.#taken.get(section) ?? new Set()
    this.#taken.set(section, taken)
    return taken
  }
}

/**
 * `pets/pet.yaml` → `pet`, `pets_pet`; `pets/pet.yaml#/list/Page` → `Page`, `pet_Page`.
 * @see OpenAPI 3.1.1, Components Object: keys match `^[a-zA-Z0-9._-]+$`
 */
function nameCandidates({ file, path }: NodeSource): readonly [string, ...string[]] {
  const segments = decodePath(new URL(file).pathname).split('/').filter(Boolean)
  const stem = (segments.at(-1) ?? 'document').replace(/\.[^.]*$/, '')
  const [name, holder] = path.length === 0 ? [stem, segments.at(-2)] : [path.at(-1) ?? stem, stem]
  const own = clean(name)
  return holder === undefined ? [own] : [own, `${clean(holder)}_${own}`]
}

function clean(name: string): string {
  return name.replace(/[^a-zA-Z0-9._-]+/g, '_') || '_'
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
