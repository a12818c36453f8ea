import { expect, test } from 'vitest'
import { editPlaceAt } from '../../../generator/repair/place.ts'

test('a place is found through references whose pointers lead through references', () => {
  const document = {
    a: { $ref: '#/b/c/x' },
    b: { c: { $ref: '#/d' } },
    d: { x: { $ref: '#/e' } },
    e: { y: {} },
  }
  expect(editPlaceAt(document, '#/a/y')).toEqual({ path: ['e', 'y'], node: {} })
})

test.each([
  { name: 'a reference through itself', document: { a: { $ref: '#/a/x' } } },
  { name: 'references through each other', document: { a: { $ref: '#/b/x' }, b: { $ref: '#/a/x' } } },
  { name: 'references to each other', document: { a: { $ref: '#/b' }, b: { $ref: '#/a' } } },
])('no place is found behind $name', ({ document }) => {
  expect(editPlaceAt(document, '#/a/x')).toBeUndefined()
})
