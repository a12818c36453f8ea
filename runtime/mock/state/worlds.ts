import { addressedDocument } from '@concordat/contract/document'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { ResponseExamples } from '../document/examples.ts'
import { MemoryRoom } from './room.ts'
import type { MockData } from './single-items.ts'
import { World } from './world.ts'

export interface WorldsOptions {
  readonly seed: string
  /** Number of items in a list without initial data, unless the document has more examples. */
  readonly items: number
  readonly examples: ResponseExamples
  readonly data: MockData
  /** The only tenant whose state starts with the examples and the initial data. */
  readonly first: string
}

/** Each tenant's state, with a shared memory limit. */
export class Worlds {
  readonly #document: DocumentDescriptor
  readonly #options: WorldsOptions
  #worlds = new Map<string, World>()
  #taken = new Map<string, Set<string>>()
  #room = new MemoryRoom()

  constructor(document: DocumentDescriptor, options: WorldsOptions) {
    this.#document = document
    this.#options = options
  }

  /** Returns a tenant's state; a caller without a key gets the first tenant's state. */
  of(tenant: string = this.#options.first): World {
    const { seed, items, examples, data, first } = this.#options
    const isFirst = tenant === first
    const world =
      this.#worlds.get(tenant) ??
      new World({
        document: addressedDocument(this.#document),
        seed: `${seed} ${tenant}`,
        ...{ items, taken: this.#taken, examples },
        ...{ showsExamples: isFirst, data: isFirst ? data : {} },
      })
    this.#worlds.set(tenant, world)
    return world
  }

  /** Reserves memory for a value before it is stored. @throws HttpProblem if the limit is exceeded. */
  takeRoom(body: unknown): void {
    this.#room.take(body, () => [...this.#worlds.values()].reduce((sum, { size }) => sum + size, 0))
  }

  reset(): void {
    this.#worlds = new Map()
    this.#taken = new Map()
    this.#room = new MemoryRoom()
  }
}
