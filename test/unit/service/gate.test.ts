import { expect, test } from 'vitest'
import { createShareGate } from '../../../server/shares/gate.ts'

/** Returns work that ends on demand. */
function job() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, end: () => resolve('done'), fail: () => reject(new Error('failed')) }
}

test('so many work at once, so many wait, and the next one is refused', async () => {
  const gate = createShareGate({ places: 1, waiting: 1, refuse: () => new Error('full') })
  const begun: string[] = []
  const first = job()
  const second = job()
  const enter = (name: string, { work }: ReturnType<typeof job>) =>
    gate.pass(() => {
      begun.push(name)
      return work()
    })
  const answers = [enter('first', first), enter('second', second)]
  await expect(enter('third', job())).rejects.toThrow('full')
  expect(begun).toEqual(['first'])
  first.end()
  await answers[0]
  expect(begun).toEqual(['first', 'second'])
  second.end()
  expect(await Promise.all(answers)).toEqual(['done', 'done'])
})

test('work that fails leaves its place to the next', async () => {
  const gate = createShareGate({ places: 1, waiting: 1, refuse: () => new Error('full') })
  const first = job()
  const failed = gate.pass(first.work)
  const next = gate.pass(async () => 'done')
  first.fail()
  await expect(failed).rejects.toThrow('failed')
  expect(await next).toBe('done')
  expect(await gate.pass(async () => 'again')).toBe('again')
})
