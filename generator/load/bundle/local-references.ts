import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import { type Container, setNodeMember } from '../source/json.ts'
import { bareReference, followPath, MAX_HOPS } from '../source/reference.ts'
import type { Referrer } from './referrer.ts'

/** References within the document, which are checked once everything has been moved to its final location. */
export class LocalReferences {
  readonly #document: Container
  readonly #referrers: Referrer[] = []
  /** References known to point directly to an object. */
  readonly #settled = new Set<string>()

  constructor(document: Container) {
    this.#document = document
  }

  add(referrer: Referrer): void {
    this.#referrers.push(referrer)
  }

  /**
   * Checks every reference. A reference whose path leads through another reference is replaced with a
   * reference to its target.
   */
  settle(ends: {
    /** Called for a reference without a target. */
    readonly lost: (referrer: Referrer, reference: string) => void
    /** Receives a circular reference. */
    readonly circular: (referrer: Referrer, reference: string) => void
  }): void {
    for (const referrer of this.#referrers) {
      const { of, name } = referrer.text
      const reference = String(of[name])
      if (this.#settled.has(reference)) continue
      const end = this.#settle(referrer, reference)
      if (end !== 'there') ends[end](referrer, reference)
    }
  }

  #settle({ text: { of, name } }: Referrer, reference: string): 'there' | 'lost' | 'circular' {
    let pointer = stepsOf(reference)
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const step = followPath(this.#document, pointer)
      const onward = step.found ? bareReference(step.value) : step.reference
      if (onward === undefined) {
        if (step.found && hops === 0) this.#settled.add(reference)
        return step.found ? 'there' : 'lost'
      }
      pointer = [...stepsOf(onward), ...(step.found ? [] : step.rest)]
      if (!step.found && followPath(this.#document, pointer).found)
        setNodeMember(of, name, fragmentOf(pointer))
    }
    return 'circular'
  }
}
