import { type Container, isContainer } from '../source/json.ts'

/**
 * Nesting beyond which a file is refused rather than the stack exhausted; the deepest real
 * document known nests 60 levels.
 */
export const MAX_DEPTH = 500

/**
 * Findings of one walk through a whole tree, so that no other is needed: hardly any document has what they
 * rule out.
 */
export interface Survey {
  /** Number of members of its objects. */
  readonly members: number
  /** True if it nests beyond `MAX_DEPTH`; then all else is counted up to there. */
  readonly isTooDeep: boolean
  /** True if a text may be a reference to another file, in an example too. */
  readonly mayReferElsewhere: boolean
  /** True if something has a member `$dynamicRef`. */
  readonly mayReferDynamically: boolean
}

export function survey(tree: unknown): Survey {
  const found = new Findings()
  if (isContainer(tree)) found.visit(tree, 1)
  return found
}

class Findings implements Survey {
  members = 0
  isTooDeep = false
  mayReferElsewhere = false
  mayReferDynamically = false

  visit(node: Container, depth: number): void {
    if (depth > MAX_DEPTH) this.isTooDeep = true
    else if (Array.isArray(node)) this.#visitItems(node, depth)
    else this.#visitMembers(node, depth)
  }

  #visitItems(items: readonly unknown[], depth: number): void {
    for (let index = 0; index < items.length; index++) {
      const item = items[index]
      if (isContainer(item)) this.visit(item, depth + 1)
    }
  }

  #visitMembers(node: Container, depth: number): void {
    for (const name in node) {
      const value = node[name]
      this.members++
      if (name === '$dynamicRef') this.mayReferDynamically = true
      if (isContainer(value)) {
        this.visit(value, depth + 1)
        if (name === 'mapping') this.mayReferElsewhere ||= Object.values(value).some(leadsElsewhere)
      } else if (name === '$ref' || name === 'defaultMapping')
        this.mayReferElsewhere ||= leadsElsewhere(value)
    }
  }
}

function leadsElsewhere(value: unknown): boolean {
  return typeof value === 'string' && !value.startsWith('#')
}
