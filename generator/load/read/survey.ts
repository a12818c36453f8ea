import { type Container, isContainer } from '../source/json.ts'

/** Maximum nesting depth in a file, to protect the stack. The deepest known real document has 60 levels. */
export const MAX_DEPTH = 500

/** Results of a single walk through a tree, which make further walks unnecessary for most documents. */
export interface TreeSurvey {
  /** Total number of properties of its objects. */
  readonly members: number
  /**
   * True if the tree is deeper than `MAX_DEPTH`. All other results then cover only the levels up to that
   * depth.
   */
  readonly isTooDeep: boolean
  /** True if a `$ref` or a discriminator's mapping could refer to another file, even in an example. */
  readonly mayReferElsewhere: boolean
  /** True if a property is called `$dynamicRef`. */
  readonly mayReferDynamically: boolean
}

export function surveyTree(tree: unknown): TreeSurvey {
  const found = new Findings()
  if (isContainer(tree)) found.visit(tree, 1)
  return found
}

class Findings implements TreeSurvey {
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
