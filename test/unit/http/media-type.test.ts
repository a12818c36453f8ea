import { essence, isJson, isRange, isText, matchContent, matches } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'

describe('media types', () => {
  test('the essence is lower case and without parameters', () => {
    expect(essence(' Application/JSON ; charset=utf-8')).toBe('application/json')
    expect(essence(null)).toBe('')
  })

  test.each([
    ['application/json; charset=utf-8', true],
    ['application/vnd.api+json', true],
    ['application/problem+json', true],
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
    expect(isText(mediaType)).toBe(expected)
  })

  test.each([
    ['image/*', 'image/png', true],
    ['*/*', 'image/png', true],
    ['image/*', 'imagery/png', false],
    ['image/png', 'IMAGE/PNG; q=1', true],
    ['image/png', 'image/*', false],
  ])('%s matches %s: %s', (range, mediaType, expected) => {
    expect(matches(range, mediaType)).toBe(expected)
  })

  test('the most specific entry of a content map wins', () => {
    expect(matchContent(['*/*', 'image/*', 'image/png'], 'image/png')).toBe('image/png')
    expect(matchContent(['*/*', 'image/*', 'image/png'], 'image/gif')).toBe('image/*')
    expect(matchContent(['*/*', 'image/*'], 'text/plain')).toBe('*/*')
    expect(matchContent(['image/*'], 'text/plain')).toBeUndefined()
    expect(isRange('text/plain')).toBe(false)
  })
})
