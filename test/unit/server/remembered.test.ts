import { expect, test, vi } from 'vitest'
import { rememberedByKey } from '../../../runtime/server/values/remembered.ts'

test('a value is made once, also after a caller has sent more keys than are kept', () => {
  const make = vi.fn((key: number) => ({ key }))
  const once = rememberedByKey(make)
  for (let key = 0; key < 10_000; key++) once(key)
  const own = once(-1)
  make.mockClear()
  expect(once(-1)).toBe(own)
  expect(make).not.toHaveBeenCalled()
})
