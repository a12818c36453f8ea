import type { Step } from '../json/pointer.ts'

/**
 * The properties or items of one value that other keywords have evaluated, for `unevaluatedProperties` and
 * `unevaluatedItems`.
 */
export class Evaluated {
  /** True if no property or item can remain unevaluated. */
  all = false
  readonly #steps = new Set<Step>()

  /** A separate instance, for work whose result might be discarded. */
  apart(): Evaluated {
    return new Evaluated()
  }

  has(step: Step): boolean {
    return this.all || this.#steps.has(step)
  }

  add(step: Step): void {
    this.#steps.add(step)
  }

  addAll(other: Evaluated): void {
    this.all ||= other.all
    for (const step of other.#steps) this.#steps.add(step)
  }
}
