import { expect, test } from 'vitest'
import { encodeValue } from '../../../runtime/mock/values/encode-value.ts'
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

test.each([
  ['Amber & island', '<item>Amber &amp; island</item>'],
  ['<token>a</token>', '<token>a</token>'],
  ['', ''],
])('the text %j is written as well-formed XML', (value, written) => {
  const maker = new Maker({ definitions: {} }, 'test')
  const media = { schema: { type: 'string' } } as const
  expect(encodeValue(value, { mediaType: 'application/xml', media, maker })).toBe(written)
})
