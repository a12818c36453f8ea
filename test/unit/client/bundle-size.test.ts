import { expect, test } from 'vitest'
import { bundle, bundleSize } from '../../../bench/client/bundle.ts'
import { LIMITS } from '../../../bench/client/limits.ts'
import { allOperations, FORMS_BY_NEED, OWN, oneForm } from '../../../bench/client/programs.ts'

test.each([
  ['one operation', OWN.plain, LIMITS.oneGet],
  ['one operation with retry and refresh', OWN.middlewares, LIMITS.oneGetWithMiddlewares],
  ['all operations', allOperations(), LIMITS.allOperations],
])('a browser that calls %s loads few bytes of it', async (_, program, limit) => {
  const bytes = await bundleSize(program)
  expect(bytes).toBeGreaterThan(2_000)
  expect(bytes).toBeLessThanOrEqual(limit)
})

test.each(Object.entries(FORMS_BY_NEED))(
  'a browser that validates a form loads little: %s',
  async (_, schema) => {
    expect(await bundleSize(oneForm(schema))).toBeLessThanOrEqual(LIMITS.oneForm)
  },
)

test('it loads no prose', async () => {
  const code = await bundle(oneForm('Booking'))
  expect(code).toContain('suite')
  expect(code).not.toMatch(/readers of the document|kind of the room|A booking|ada@/i)
})
