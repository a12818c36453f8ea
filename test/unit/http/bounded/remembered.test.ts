import { expect, test, vi } from 'vitest'
import { rememberedByKey, rememberedByObject } from '../../../../runtime/http/bounded/remembered.ts'

test('a value is made once, also after a caller has sent more keys than are kept', () => {
  const make = vi.fn((key: number) => ({ key }))
  const once = rememberedByKey(make)
  for (let key = 0; key < 10_000; key++) once(key)
  const own = once(-1)
  make.mockClear()
  expect(once(-1)).toBe(own)
  expect(make).not.toHaveBeenCalled()
})

test('a new key replaces the oldest ones: so many are kept, and no more than a million characters', () => {
  const kept = (most: number, keys: readonly string[]): number => {
    const make = vi.fn((key: string) => ({ key }))
    const once = rememberedByKey(make, { most })
    for (const key of keys) once(key)
    make.mockClear()
    // From the last one on: the first one that is made again replaces others.
    const isKept = (key: string): boolean => once(key) !== undefined && make.mock.calls.length === 0
    const all = keys.toReversed()
    const lost = all.findIndex((key) => !isKept(key))
    return lost === -1 ? all.length : lost
  }
  const keys = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => String(index).padEnd(length, ' '))
  expect(kept(1000, keys(5000, 10))).toBe(1000)
  expect(kept(1000, keys(100, 10))).toBe(100)
  expect(kept(1000, keys(500, 2 ** 14))).toBe(64)
  expect(kept(1000, keys(3, 2 ** 21))).toBe(1)
})

test('what is made of an object is made once, even if it is undefined', () => {
  const made: object[] = []
  const nameOf = rememberedByObject((key: { readonly name?: string }) => {
    made.push(key)
    return key.name
  })
  const [named, nameless] = [{ name: 'Rex' }, {}]
  expect([named, nameless, named, nameless].map(nameOf)).toEqual(['Rex', undefined, 'Rex', undefined])
  expect(made).toEqual([named, nameless])
})
