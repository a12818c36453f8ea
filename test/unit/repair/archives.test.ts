import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArchiveFiles } from '../../../generator/commands/traffic/archives.ts'
import { ArchiveEntryScanner } from '../../../generator/commands/traffic/entry-scanner.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'concordat-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const entry = (url: string, text = '{"log":{"entries":[]}}\\"]}') => ({
  startedDateTime: '2026-01-01T00:00:00Z',
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, headers: [], content: { mimeType: 'text/plain', text, size: text.length } },
})

function read(text: string): string[] {
  const file = join(folder, 'traffic.har')
  writeFileSync(file, text)
  return [...new ArchiveFiles([file])].map(({ request }) => request.url)
}

test('entries are found whatever stands before, between and after them', () => {
  const entries = [entry('https://a.test/1'), entry('https://a.test/2', '[{"}')]
  const log = {
    version: '1.2',
    pages: [{ entries: [entry('https://a.test/no')] }],
    entries,
    comment: '"entries": [{}]',
  }
  for (const text of [
    JSON.stringify({ log }),
    `\uFEFF${JSON.stringify({ other: { entries: [{}] }, log, more: [] }, null, 2)}\n`,
  ])
    expect(read(text)).toEqual(['https://a.test/1', 'https://a.test/2'])
})

test('an entry may be cut at any byte, within characters too', () => {
  const text = Buffer.from(
    JSON.stringify({ log: { entries: [entry('https://a.test/ü'), entry('https://a.test/€')] } }),
  )
  for (const size of [1, 7, 64]) {
    const scanner = new ArchiveEntryScanner()
    const found: string[] = []
    for (let at = 0; at < text.length; at += size) found.push(...scanner.push(text.subarray(at, at + size)))
    scanner.end()
    expect(found.map((each) => JSON.parse(each).request.url)).toEqual([
      'https://a.test/ü',
      'https://a.test/€',
    ])
  }
})

test.each([
  ['{"log":{"entries":[{"request"', 'ends before the JSON is complete'],
  ['<html>', "Unexpected token '<'"],
  ['', 'Unexpected end'],
  ['{"openapi":"3.1.0"}', 'no "log.entries" list'],
  ['[]', 'no "log.entries" list'],
])('%s is no archive', (text, why) => {
  expect(() => read(text)).toThrow(why)
})
