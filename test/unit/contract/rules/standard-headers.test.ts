import { expect, test } from 'vitest'
import { answers, described } from '../support/described.ts'
import { outcomes } from '../support/small-service.ts'

const made = 'Fri, 27 Nov 2026 15:00:00 GMT'
const document = await described({
  '/news': { get: { operationId: 'readNews', responses: answers({ type: 'object' }) } },
})
const told = (header: string, value: string) =>
  outcomes(document, {
    rules: ['conformance'],
    answer: () => Response.json({}, { headers: { date: made, [header]: value } }),
  })

test.each([made, 'Fri, 27 Nov 2026 14:00:00 GMT'])('%s is not later than the Date', async (modified) => {
  expect(await told('last-modified', modified)).toEqual(['conformance readNews: passed'])
})

test('a Last-Modified after the Date is told', async () => {
  expect(await told('last-modified', 'Fri, 27 Nov 2026 15:00:01 GMT')).toEqual([
    expect.stringMatching(/Last-Modified.*not be later than the Date.*15:00:01/),
  ])
})

test.each([
  ['"7"', 'ETag'],
  ['W/"7-a"', 'ETag'],
  ['attachment; filename="a, b.txt"; filename*=UTF-8\'\'a%2C%20b.txt', 'Content-Disposition'],
  ['inline', 'Content-Disposition'],
  ['</news?page=2&x=a,b>; rel="next", </news>; rel=first', 'Link'],
  ['/news/7?as=%C3%A9#top', 'Location'],
  ['private, max-age=60, no-cache="set-cookie"', 'Cache-Control'],
  ['*', 'Vary'],
  ['120', 'Retry-After'],
  ['de-CH, fr', 'Content-Language'],
  ['', 'Allow'],
  ['*', 'Access-Control-Allow-Origin'],
  ['https://news.example:8443', 'Access-Control-Allow-Origin'],
  ['true', 'Access-Control-Allow-Credentials'],
])('%s is a value of %s', async (value, header) => {
  expect(await told(header, value)).toEqual(['conformance readNews: passed'])
})

test.each([
  ['7', 'ETag'],
  ['W/7', 'ETag'],
  ['attachment; filename=a, b.txt', 'Content-Disposition'],
  ['attachment; filename=', 'Content-Disposition'],
  ['/news?page=2; rel=next', 'Link'],
  ['/news/a b', 'Location'],
  ['/news/{id}', 'Location'],
  ['yesterday', 'Last-Modified'],
  ['2026-11-27T15:00:00Z', 'Last-Modified'],
  ['soon', 'Retry-After'],
  ['*, *', 'Access-Control-Allow-Origin'],
  ['https://a.example, https://b.example', 'Access-Control-Allow-Origin'],
  ['https://news.example/', 'Access-Control-Allow-Origin'],
  ['True', 'Access-Control-Allow-Credentials'],
])('%s is no value of %s', async (value, header) => {
  expect(await told(header, value)).toEqual([expect.stringContaining(`"${header}"`)])
})
