import { expect, test } from 'vitest'
import { Maker } from '../../../runtime/mock/values/maker.ts'

test('a schema that no value was found for is not searched again', () => {
  const maker = new Maker({ definitions: {} }, 'test')
  let looks = 0
  const written = {
    type: 'object',
    get properties() {
      looks++
      return { text: { type: 'string', minLength: 3, pattern: '^(?!.*a)a$' } }
    },
    required: ['text'],
  }
  const schema = maker.schema(written)
  expect(maker.makeIfPossible(schema, 'text')).toBeUndefined()
  const before = looks
  expect(before).toBeGreaterThan(0)
  expect(maker.makeIfPossible(schema, 'text')).toBeUndefined()
  expect(looks).toBe(before)
})
