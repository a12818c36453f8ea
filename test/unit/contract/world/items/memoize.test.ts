import { expect, test } from 'vitest'
import { memoize } from '../../../../../runtime/contract/world/items/middleware/memoize.ts'

test('is made once, for who asks first and who asks meanwhile', async () => {
  const store = new Map<string, Promise<number>>()
  let made = 0
  const make = async () => ++made
  expect(await Promise.all([memoize(store, 'a', make), memoize(store, 'a', make)])).toEqual([1, 1])
})

test('what needs itself is refused, with the way round', async () => {
  const store = new Map<string, Promise<string>>()
  const a = (): Promise<string> => memoize(store, 'a', () => b())
  const b = (): Promise<string> => memoize(store, 'b', () => a())
  await expect(a()).rejects.toThrow('"a" waits for "b", which needs it')
})

test('what needs itself can do without', async () => {
  const store = new Map<string, Promise<string>>()
  const a = (): Promise<string> => memoize(store, 'a', () => b())
  const b = (): Promise<string> => memoize(store, 'b', () => a().catch(() => 'b alone'))
  expect(await a()).toBe('b alone')
})

test('two that are made at the same time, and need each other', async () => {
  const store = new Map<string, Promise<string>>()
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5))
  const a = (): Promise<string> => memoize(store, 'a', () => soon().then(b))
  const b = (): Promise<string> => memoize(store, 'b', () => soon().then(a))
  const [first, second] = await Promise.allSettled([a(), b()])
  expect([first.status, second.status]).toContain('rejected')
})

test('one that is needed twice, side by side, is no circle', async () => {
  const store = new Map<string, Promise<string>>()
  const base = () => memoize(store, 'base', async () => 'base')
  const side = (name: string) => memoize(store, name, base)
  expect(await memoize(store, 'top', async () => (await Promise.all([side('l'), side('r')])).join())).toBe(
    'base,base',
  )
})
