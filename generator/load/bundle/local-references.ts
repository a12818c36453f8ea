import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import { type Container, setMember } from '../source/json.ts'
import { follow, MAX_HOPS, onlyReference } from '../source/reference.ts'
import type { Referrer } from './referrer.ts'

/** References within the document, which are checked once everything is in its place. */
export class LocalReferences {
  readonly #document: Container
  readonly #referrers: Referrer[] = []
  /** References that lead straight to an object. */
  readonly #settled = new Set<string>()

  constructor(document: Container) {
    this.#document = document
  }

  add(referrer: Referrer): void {
    this.#referrers.push(referrer)
  }

  /** Checks all; one that leads through another is replaced by where it ends. */
  settle(ends: {
    /** Takes a reference whose target does not exist. */
    readonly lost: (referrer: Referrer, reference: string) => void
    /** Takes a reference that leads to no end. */
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
      const step = follow(this.#document, pointer)
      const onward = step.found ? onlyReference(step.value) : step.reference
      if (onward === undefined) {
        if (step.found && hops === 0) this.#settled.add(reference)
        return step.found ? 'there' : 'lost'
      }
      pointer = [...stepsOf(onward), ...(step.found ? [] : step.rest)]
      if (!step.found && follow(this.#document, pointer).found) setMember(of, name, fragmentOf(pointer))
    }
    return 'circular'
  }
}
