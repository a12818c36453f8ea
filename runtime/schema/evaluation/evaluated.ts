import type { Step } from '../json/pointer.ts'

/**
 * The properties or items of one value that other keywords have evaluated, for `unevaluatedProperties` and
 * `unevaluatedItems`.
 */
export class Evaluated {
  /** True if no property or item can remain unevaluated. */
  all = false
  #steps = new Set<Step>()
  /** True if another instance has the same set, which must be copied before it changes. */
  #isShared = false

  /** A separate instance, for work whose result might be discarded. */
  apart(): Evaluated {
    return new Evaluated()
  }

  has(step: Step): boolean {
    return this.all || this.#steps.has(step)
  }

  add(step: Step): void {
    if (this.#isShared) this.#steps = new Set(this.#steps)
    this.#isShared = false
    this.#steps.add(step)
  }

  addAll(other: Evaluated): void {
    this.all ||= other.all
    if (this.#steps.size > 0) {
      for (const step of other.#steps) this.add(step)
      return
    }
    this.#steps = other.#steps
    this.#isShared = true
    other.#isShared = true
  }
}
