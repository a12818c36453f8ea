import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { InTurn, runTogether } from '../../../../../runtime/contract/traffic/transport/together.ts'

/**
 * The first task to begin is the last to end: it ends once no other task is under way, however long that
 * takes.
 */
const reversed = (order: string[]) => async (name: string) => {
  order.push(`begin ${name}`)
  const isUnderWay = (other: string): boolean =>
    order.includes(`begin ${other}`) && !order.includes(`end ${other}`)
  do await setImmediate()
  while (name === 'a' && ['b', 'c'].some(isUnderWay))
  order.push(`end ${name}`)
  return name.toUpperCase()
}

test('begins in order, keeps to the limit and answers in order', async () => {
  const order: string[] = []
  expect(await runTogether(2, ['a', 'b', 'c'], reversed(order))).toEqual(['A', 'B', 'C'])
  expect(order).toEqual(['begin a', 'begin b', 'end b', 'begin c', 'end c', 'end a'])
})

test('a limit of one is one after the other', async () => {
  const order: string[] = []
  await runTogether(1, ['a', 'b'], reversed(order))
  expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b'])
})

test('after a failure waits for what is under way, begins nothing more and throws the first', async () => {
  const order: string[] = []
  const task = async (name: string): Promise<string> => {
    const done = await reversed(order)(name)
    if (name !== 'c') throw new Error(name)
    return done
  }
  await expect(runTogether(2, ['a', 'b', 'c'], task)).rejects.toThrow(/^a$/)
  expect(order).toEqual(['begin a', 'begin b', 'end b', 'end a'])
})

test('nothing is nothing', async () => {
  expect(await runTogether(4, [], () => Promise.reject(new Error('never')))).toEqual([])
})

test('in turn, each waits for the one before, also after a failure, but not during a race', async () => {
  const turns = new InTurn()
  const order: string[] = []
  const task = (name: string) => () => reversed(order)(name)
  await Promise.all([turns.run(task('a')), turns.run(task('b'))])
  expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b'])
  await expect(turns.run(() => Promise.reject(new Error('a')))).rejects.toThrow(/^a$/)
  expect(await turns.run(task('c'))).toBe('C')
  order.length = 0
  await turns.race(() => Promise.all([turns.run(task('a')), turns.run(task('b'))]))
  expect(order).toEqual(['begin a', 'begin b', 'end b', 'end a'])
})
