import { expect, test } from 'vitest'
import { sampleOf } from '../../../generator/outputs/reference/sample.ts'
import { typeLine } from '../../../generator/outputs/reference/schema.ts'

test('the reference says what a list holds that may be null', () => {
  const line = typeLine({ type: ['array', 'null'], items: { type: 'string' } })
  expect(line.toString()).toBe('list of string | null')
})

test('a sample of a type with parts that say nothing of it is of that type', () => {
  expect(sampleOf({ type: 'string', allOf: [{ minLength: 1 }] }, {})).toBe('text')
})
