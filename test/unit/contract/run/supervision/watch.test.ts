import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WORKER_LOOK_MS, WorkerWatch } from '../../../../../runtime/contract/run/supervision/watch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Looks at a worker at the usual intervals for some seconds. */
function lookFor(watch: WorkerWatch, seconds: number, each: () => void = () => {}) {
  const silences = []
  for (let ms = 0; ms < seconds * 1000; ms += WORKER_LOOK_MS) {
    vi.advanceTimersByTime(WORKER_LOOK_MS)
    each()
    silences.push(watch.look())
  }
  return silences.find((silence) => silence !== undefined)
}

test('a worker that says nothing any more is silent', () => {
  const watch = new WorkerWatch(1500, () => 0)
  watch.note({ kind: 'alive' })
  expect(lookFor(watch, 1.4)).toBeUndefined()
  expect(lookFor(watch, 0.4)).toEqual({ ms: 1500 })
})

test('a worker that waits for a processor is not, and what it waits does not count later', () => {
  let waited = 5000
  const watch = new WorkerWatch(1500, () => waited)
  watch.note({ kind: 'alive' })
  const wait = () => {
    waited += WORKER_LOOK_MS
  }
  expect(lookFor(watch, 30, wait)).toBeUndefined()
  expect(lookFor(watch, 1.4)).toBeUndefined()
  expect(lookFor(watch, 0.4)).toEqual({ ms: 1500 })
})

test('of half a processor a worker needs twice the time to be silent', () => {
  let waited = 0
  const watch = new WorkerWatch(1500, () => waited)
  watch.note({ kind: 'alive' })
  const waitHalf = () => {
    waited += WORKER_LOOK_MS / 2
  }
  expect(lookFor(watch, 2.8, waitHalf)).toBeUndefined()
  expect(lookFor(watch, 0.6, waitHalf)).toEqual({ ms: 1500 })
})
