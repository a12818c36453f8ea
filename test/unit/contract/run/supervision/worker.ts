import { runInWorker, type Target } from '@concordat/contract'

/** The behaviour of a function in the tested configuration that is called for a credential. */
export type Behaviour = 'loop' | 'block' | 'memory' | 'exit' | 'throw-later'

/** Input of this worker. */
export interface Given {
  readonly baseUrl: string
  readonly credentials?: Readonly<Record<string, string>>
  /** Behaviour of the function that creates credentials with chosen scopes: for one scope, or for all. */
  readonly scoped?: { readonly behaviour: Behaviour; readonly scope?: string }
  /** Behaviour of the function that returns the main credential. */
  readonly main?: Behaviour
  readonly jobs?: number
  readonly inventory?: boolean
}

const kept: unknown[] = []

const BEHAVIOURS: Readonly<Record<Behaviour, () => Promise<string>>> = {
  async loop() {
    for (;;);
  },
  /** Never returns, like a loop, but leaves the processor free. */
  async block() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    return 'never'
  },
  async memory() {
    for (;;) kept.push(new Array(1000).fill(0).map((_, index) => ({ index })))
  },
  async exit() {
    process.exit(7)
  },
  async 'throw-later'() {
    setTimeout(() => {
      throw new TypeError('nobody catches me')
    })
    return new Promise(() => {})
  },
}

/** Entry point of the workers in these tests. */
runInWorker(async (handed) => {
  const { baseUrl, credentials = {}, scoped, main, jobs, inventory } = handed as Given
  const target: Target = {
    baseUrl,
    credentials: main === undefined ? credentials : { PetKey: BEHAVIOURS[main] },
    makeCredential: async (_scheme, scopes) => {
      const made = `pet_made_${scopes.join('+')}`
      const isMeant = scoped !== undefined && (scoped.scope === undefined || scopes.includes(scoped.scope))
      return isMeant ? BEHAVIOURS[scoped.behaviour]() : made
    },
  }
  return { target, jobs, inventory }
})
