import { expect, test } from 'vitest'
import { bundle, bundleSize } from '../../../bench/client/bundle.ts'
import { allOperations, FORMS_BY_NEED, OWN, oneForm } from '../../../bench/client/programs.ts'

test.each([
  ['one operation', OWN.plain, 4_000],
  ['one operation with retry and refresh', OWN.middlewares, 5_500],
  // A little above what it weighs: what raises it is to be worth it.
  ['all operations', allOperations(), 8_650],
])('a browser that calls %s loads few bytes of it', async (_, program, limit) => {
  const bytes = await bundleSize(program)
  expect(bytes).toBeGreaterThan(2_000)
  expect(bytes).toBeLessThanOrEqual(limit)
})

test.each(Object.entries(FORMS_BY_NEED))(
  'a browser that validates a form loads little: %s',
  async (_, schema) => {
    expect(await bundleSize(oneForm(schema))).toBeLessThanOrEqual(8_000)
  },
)

test('it loads no prose', async () => {
  const code = await bundle(oneForm('Booking'))
  expect(code).toContain('suite')
  expect(code).not.toMatch(/readers of the document|kind of the room|A booking|ada@/i)
})
