import { idempotencyKeyOf, type ParameterDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'

const header = (name: string): ParameterDescriptor => ({ name, in: 'header' })

test.each(['Idempotency-Key', 'x-idempotency-key', 'Idempotency-Token', 'Idempotent-Key'])(
  'client, suite and mock tell repetitions by "%s"',
  (name) => {
    expect(idempotencyKeyOf({ parameters: [header('X-Other'), header(name)] })?.name).toBe(name)
  },
)

test('a query parameter of that name tells nothing, nor does a longer name', () => {
  const query: ParameterDescriptor = { ...header('Idempotency-Key'), in: 'query' }
  expect(idempotencyKeyOf({ parameters: [query, header('Idempotency-Key-Hint')] })).toBeUndefined()
  expect(idempotencyKeyOf({})).toBeUndefined()
})
