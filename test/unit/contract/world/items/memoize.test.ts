import { expect, test } from 'vitest'
import { ifThere, Missing, type Or } from '../../../../../runtime/contract/data/outcome/missing.ts'
import { memoize } from '../../../../../runtime/contract/world/items/middleware/memoize.ts'

test('is made once, for who asks first and who asks meanwhile', async () => {
  const store = new Map<string, Promise<Or<number>>>()
  let made = 0
  const make = async () => ++made
  expect(await Promise.all([memoize(store, 'a', make), memoize(store, 'a', make)])).toEqual([1, 1])
})

test('what needs itself is refused, with the way round', async () => {
  const store = new Map<string, Promise<Or<string>>>()
  const a = (): Promise<Or<string>> => memoize(store, 'a', () => b())
  const b = (): Promise<Or<string>> => memoize(store, 'b', () => a())
  expect(await a()).toEqual(new Missing({ kind: 'circular need', needed: 'a', by: 'b' }))
})

test('what needs itself can do without', async () => {
  const store = new Map<string, Promise<Or<string>>>()
  const a = (): Promise<Or<string>> => memoize(store, 'a', () => b())
  const b = (): Promise<Or<string>> => memoize(store, 'b', async () => ifThere(await a()) ?? 'b alone')
  expect(await a()).toBe('b alone')
})

test('two that are made at the same time, and need each other', async () => {
  const store = new Map<string, Promise<Or<string>>>()
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5))
  const a = (): Promise<Or<string>> => memoize(store, 'a', () => soon().then(b))
  const b = (): Promise<Or<string>> => memoize(store, 'b', () => soon().then(a))
  const made = await Promise.all([a(), b()])
  expect(made.some((each) => each instanceof Missing)).toBe(true)
})

test('one that is needed twice, side by side, is no circle', async () => {
  const store = new Map<string, Promise<Or<string>>>()
  const base = () => memoize(store, 'base', async () => 'base')
  const side = (name: string) => memoize(store, name, base)
  expect(await memoize(store, 'top', async () => (await Promise.all([side('l'), side('r')])).join())).toBe(
    'base,base',
  )
})
