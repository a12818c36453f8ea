import {
  boundaryOf,
  isJson,
  isMediaRange,
  isTextMediaType,
  matchContent,
  matchesMediaType,
  mediaTypeEssence,
  mediaTypeInRange,
} from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { growth, LINEAR } from '../../growth.ts'

describe('media types', () => {
  test('the essence is lower case and without parameters', () => {
    expect(mediaTypeEssence(' Application/JSON ; charset=utf-8')).toBe('application/json')
    expect(mediaTypeEssence(null)).toBe('')
  })

  test.each([
    ['application/json; charset=utf-8', true],
    ['application/vnd.api+json', true],
    ['application/problem+json', true],
    ['text/json', true],
    ['role/json', true],
    ['application/jsonl', false],
    ['application/json-seq', false],
    ['text/plain', false],
  ])('%s is JSON: %s', (mediaType, expected) => {
    expect(isJson(mediaType)).toBe(expected)
  })

  test.each([
    ['text/csv', true],
    ['image/svg+xml', true],
    ['application/x-ndjson', true],
    ['application/octet-stream', false],
    ['image/png', false],
  ])('%s is text: %s', (mediaType, expected) => {
    expect(isTextMediaType(mediaType)).toBe(expected)
  })

  test.each([
    ['image/*', 'image/png', true],
    ['*/*', 'image/png', true],
    ['image/*', 'imagery/png', false],
    ['image/png', 'IMAGE/PNG; q=1', true],
    ['image/png', 'image/*', false],
  ])('%s matches %s: %s', (range, mediaType, expected) => {
    expect(matchesMediaType(range, mediaType)).toBe(expected)
  })

  test('the most specific entry of a content map wins', () => {
    expect(matchContent(['*/*', 'image/*', 'image/png'], 'image/png')).toBe('image/png')
    expect(matchContent(['*/*', 'image/*', 'image/png'], 'image/gif')).toBe('image/*')
    expect(matchContent(['*/*', 'image/*'], 'text/plain')).toBe('*/*')
    expect(matchContent(['image/*'], 'text/plain')).toBeUndefined()
    expect(isMediaRange('text/plain')).toBe(false)
  })
})

describe('the boundary of a multipart media type', () => {
  test.each([
    ['multipart/form-data; boundary=real', 'real'],
    ['multipart/form-data;boundary="real one"', 'real one'],
    [String.raw`multipart/form-data; boundary="r\e\"al"`, 're"al'],
    ['multipart/form-data; x="; boundary=other"; BOUNDARY=real', 'real'],
    [String.raw`multipart/form-data; x="\"; boundary=other;"; boundary=real`, 'real'],
    ['multipart/form-data ; ; charset=utf-8 ; boundary=real ;', 'real'],
    ['multipart/mixed; boundary=----=_Part_1/2:3', '----=_Part_1/2:3'],
  ])('%s', (mediaType, boundary) => {
    expect(boundaryOf(mediaType)).toBe(boundary)
  })

  test.each([
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=""', 'printable ASCII'],
    ['multipart/form-data; boundary=å', 'printable ASCII'],
    ['multipart/form-data; boundary=one; boundary=two', 'more than one boundary'],
    ['multipart/form-data; boundary=one; boundary=one', 'more than one boundary'],
    ['multipart/form-data; boundary="one', 'malformed'],
    ['multipart/form-data; boundary=one two; boundary=three', 'malformed'],
    ['multipart/form-data; boundary= one', 'malformed'],
    ['multipart/form-data; x="one" boundary=two', 'malformed'],
  ])('%s has none: %s', (mediaType, fact) => {
    expect(() => boundaryOf(mediaType)).toThrow(fact)
  })

  test.each(['; ', ';x="', '; x=y', String.raw`;x="\\\\`])('is found in linear time among %j', (part) => {
    const find = (size: number) => expect(() => boundaryOf(`a/b${part.repeat(size)}`)).toThrow(SyntaxError)
    expect(growth(find, 200_000)).toBeLessThan(LINEAR)
  })
})

test.each([
  ['image/*', 'image/png'],
  ['Text/*; q=1', 'text/plain'],
  ['font/*', 'application/octet-stream'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['image/gif; q=1', 'image/gif; q=1'],
])('%s is sent as %s', (mediaType, expected) => {
  expect(mediaTypeInRange(mediaType, 'application/json')).toBe(expected)
})
