import type { Issue } from './issue.ts'

/**
 * Limit for the issues of all branches together, as a multiple of the limit for issues of the value itself.
 */
const NESTED_SHARE = 10

/** The shared empty issue list. */
export const NO_ISSUES: readonly Issue[] = Object.freeze([])

/** The issues of one validation: those of the value itself, and those of a branch while it is tried. */
export class IssueList {
  /** The current list; absent if only the verdict is wanted. */
  current: readonly Issue[] | undefined = NO_ISSUES
  /** True while the current list belongs to a branch. */
  isNested = false
  /** Issues of the value itself. */
  own: readonly Issue[] = NO_ISSUES
  readonly #max: number
  /** Number of issues still allowed in all lists of branches together. */
  #nested: number

  /** @param max maximum number of issues in one list. */
  constructor(max: number) {
    this.#max = max
    this.#nested = NESTED_SHARE * max
  }

  /** True if further issues are not wanted. */
  get isDone(): boolean {
    if (this.current === undefined) return true
    return this.current.length >= this.#max || (this.isNested && this.#nested <= 0)
  }

  /** Adds an issue that was just found. Called only while more are wanted. */
  find(issue: Issue): void {
    if (this.isNested) this.#nested--
    this.add(issue)
  }

  /**
   * Adds an issue, which a branch may have found earlier. Called only while more are wanted. A list created
   * with its first issue takes a tenth of the memory of one that grows, and most lists have only one issue.
   */
  add(issue: Issue): void {
    if (this.current !== NO_ISSUES) {
      ;(this.current as Issue[]).push(issue)
      return
    }
    this.current = [issue]
    if (!this.isNested) this.own = this.current
  }

  /** The issues of the value plus one more, which replaces the last issue if the limit is reached. */
  ownAnd(issue: Issue): readonly Issue[] {
    return [...this.own.slice(0, this.#max - 1), issue]
  }

  /** Restores the initial limit for issues of branches. */
  reset(): void {
    this.#nested = NESTED_SHARE * this.#max
  }
}
