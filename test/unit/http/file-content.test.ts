import { isFileContent } from '@concordat/runtime/http'
import { expect, test } from 'vitest'

test.each([
  ['application/pdf', {}, ['string'], true],
  ['text/plain', {}, ['string', 'null'], true],
  ['image/png', {}, [], true],
  ['application/json', { octets: true } as const, ['object'], true],
  ['application/json', {}, ['string'], false],
  ['application/atom+xml', {}, ['string'], false],
  ['multipart/form-data; boundary=x', {}, ['string'], false],
  ['application/x-www-form-urlencoded', {}, ['string'], false],
  ['text/csv', {}, ['array'], false],
  ['application/jsonl', { stream: { format: 'lines' } } as const, ['string'], false],
])('%s with %j and the types %j is a file: %s', (mediaType, media, types, isFile) => {
  expect(isFileContent(mediaType, media, types)).toBe(isFile)
})
