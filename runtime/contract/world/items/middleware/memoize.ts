import { AsyncLocalStorage } from 'node:async_hooks'
import { Missing, type Or } from '../../../data/outcome/missing.ts'

/** A value that is being computed, and the one that it waits for. */
interface Making {
  readonly key: string
  readonly waitsFor: Set<Making>
}

/** The value that the running code computes. */
const maker = new AsyncLocalStorage<Making>()
const makings = new WeakMap<Promise<unknown>, Making>()

/**
 * Value of a store under a key, computed once. Failures are stored as well: an unavailable value is not
 * requested again. If two values need each other, the later request is refused, as both would wait for ever.
 * @returns a reason if the requested value waits for the caller.
 */
export function memoize<T>(
  store: Map<string, Promise<Or<T>>>,
  key: string,
  make: () => Promise<Or<T>>,
): Promise<Or<T>> {
  const known = store.get(key)
  if (known !== undefined) return waitFor(known)
  const making: Making = { key, waitsFor: new Set() }
  // Not at once: a call in the meantime must find it in the store.
  const made = maker.run(making, () => Promise.resolve().then(make))
  makings.set(made, making)
  store.set(key, made)
  return waitFor(made)
}

async function waitFor<T>(made: Promise<Or<T>>): Promise<Or<T>> {
  const asking = maker.getStore()
  const asked = makings.get(made)
  if (asking === undefined || asked === undefined) return made
  if (reaches(asked, asking)) return new Missing({ kind: 'circular need', needed: asked.key, by: asking.key })
  asking.waitsFor.add(asked)
  try {
    return await made
  } finally {
    asking.waitsFor.delete(asked)
  }
}

function reaches(from: Making, to: Making, seen = new Set<Making>()): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return [...from.waitsFor].some((next) => reaches(next, to, seen))
}
