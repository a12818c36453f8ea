import { createRequire } from 'node:module'
import { pointerOf, stepsOf } from '@concordat/runtime/pointer'
import { createValidator } from '@concordat/runtime/schema'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { createParser } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { createRandom } from '../../bench/random.ts'
import { HarError, readHar } from '../../runtime/contract/data/exchange/har/read-har.ts'
import { acceptance } from '../../runtime/http/media/acceptance.ts'
import { nextLink } from '../../runtime/http/pages/reading/link-header.ts'
import { followRange } from '../../runtime/http/pages/styles/range.ts'
import { EventDecoder } from '../../runtime/http/stream/decode-events.ts'
import { readPairs } from '../../runtime/server/values/parse-pairs.ts'
import { percentDecode } from '../../runtime/server/values/percent-decode.ts'
import { seedOfRun } from '../e2e/service/random.ts'
import { compareAll, isLong, type Pair } from './pair.ts'

// These packages have no types.
const require = createRequire(import.meta.url)
const cookie: { parse(text: string): Record<string, string> } = require('cookie')
const Negotiator: new (request: object) => { mediaTypes(types: string[]): string[] } = require('negotiator')
const pointers: { parse(text: string): string[]; compile(steps: string[]): string } = require('json-pointer')

const TYPES = ['text/html', 'application/json', 'image/png']

/** For each media type, whether it is accepted. */
const ACCEPT: Pair = {
  name: 'Accept',
  pieces: [
    'text/html',
    'text/*',
    '*/*',
    'application/json',
    'image/png',
    ',',
    ', ',
    ';q=0',
    ';q=1',
    ';q=0.5',
    '; q=0.001',
    ';a=b',
    ' ',
  ],
  ours: (text) => TYPES.map((type) => acceptance(text, [type]) > 0),
  theirs: (text) => {
    const wanted = new Negotiator({ headers: { accept: text } }).mediaTypes([...TYPES])
    return TYPES.map((type) => wanted.includes(type))
  },
  // Ranges without a comma between them, and media type parameters: ours looks only at the type. If a range
  // occurs twice, each parser uses a different one. @see RFC 9110, 12.5.1
  isOpen: (text) =>
    !/^ *[a-z*]+\/[a-z*]+(; ?q=[\d.]+)? *(, *[a-z*]+\/[a-z*]+(; ?q=[\d.]+)? *)*$/.test(text) ||
    new Set(text.match(/[a-z*]+\/[a-z*]+/g)).size < (text.match(/\//g)?.length ?? 0),
}

const EVENTS: Pair = {
  name: 'server-sent events',
  pieces: [
    'data',
    'event',
    'id',
    'retry',
    ':',
    ': ',
    ' ',
    'a',
    '1',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    'data: a\n',
    'id: 2\n',
    '\0',
    'é',
  ],
  ours(text) {
    const decoder = new EventDecoder(1000)
    const events = []
    // In pieces, to split the text anywhere.
    for (let start = 0; start < text.length; start += 3)
      for (const { event, data, id } of decoder.push(text.slice(start, start + 3)))
        events.push({ event, data, id })
    return events
  },
  theirs(text) {
    const events: object[] = []
    const parser = createParser({ onEvent: ({ event, data, id }) => void events.push({ event, data, id }) })
    parser.feed(text)
    return events
  },
  // A carriage return at the end may be half of a line ending: the other parser waits for the rest.
  isOpen: (text) => text.endsWith('\r'),
}

const COOKIES: Pair = {
  name: 'cookies',
  pieces: ['a', 'b', '=', ';', '; ', ' ', '%41', '%C3%A9', 'c=1; ', '/', ','],
  ours: (text) =>
    Object.fromEntries(
      [...readPairs(text, ';', (name) => name)].map(([name, [first = '']]) => [name, percentDecode(first)]),
    ),
  theirs: (text) => ({ ...cookie.parse(text) }),
  // Only ours keeps pairs without "=" or without a name, and decodes names as in forms. Spaces around "="
  // belong to the name.
  isOpen: (text) =>
    text.split(';').some((pair) => pair.trim() !== '' && !/^ *[^=\s]+=\S*( +\S+)* *$/.test(pair)) ||
    / =|= /.test(text),
}

/** The algorithm of RFC 8288, appendix B, character by character. */
function linksOf(header: string): { target: string; parameters: (readonly [string, string])[] }[] {
  const links = []
  let at = 0
  const skip = (what: RegExp): void => {
    while (at < header.length && what.test(header[at] ?? '')) at++
  }
  const until = (end: RegExp): string => {
    const start = at
    while (at < header.length && !end.test(header[at] ?? '')) at++
    return header.slice(start, at)
  }
  const quoted = (): string => {
    let value = ''
    for (at++; at < header.length && header[at] !== '"'; at++) {
      if (header[at] === '\\') at++
      value += header[at] ?? ''
    }
    at++
    return value
  }
  while (at < header.length) {
    skip(/[\s,]/)
    if (header[at] !== '<') return links
    at++
    const target = until(/>/)
    at++
    const parameters: (readonly [string, string])[] = []
    for (skip(/\s/); header[at] === ';'; skip(/\s/)) {
      at++
      skip(/\s/)
      const name = until(/[\s=;,]/)
      skip(/\s/)
      let value = ''
      if (header[at] === '=') {
        at++
        skip(/\s/)
        value = header[at] === '"' ? quoted() : until(/[\s;,]/)
      }
      parameters.push([name.toLowerCase(), value])
    }
    links.push({ target, parameters })
    until(/,/)
  }
  return links
}

const LINK: Pair = {
  name: 'Link',
  pieces: [
    '<a>',
    '<b?c=1,2>',
    '; ',
    ';',
    'rel',
    'rel=next',
    'rel="next"',
    'rel="prev next"',
    '=',
    '"',
    '"x\\"y"',
    'title',
    ', ',
    ',',
    ' ',
    'anchor="#"',
    'REL=NEXT',
  ],
  ours: (text) => nextLink(text) ?? null,
  theirs(text) {
    for (const { target, parameters } of linksOf(text)) {
      if (parameters.some(([name]) => name === 'anchor')) continue
      const [, rel = ''] = parameters.find(([name]) => name === 'rel') ?? []
      if (rel.toLowerCase().split(/\s+/).includes('next')) return target
    }
    return null
  },
  // A header that violates the grammar: each parser resumes at a different point.
  isOpen: (text) =>
    !/^(<[^<>"]*>(; ?\w+(="(\\"|[^"])*"|=\w+)?)*(, ?|$))*$/.test(text) || /"[^"]*[<>]/.test(text),
}

const RANGE: Pair = {
  name: 'Content-Range',
  pieces: ['items', 'bytes', ' ', '0', '9', '10', '-', '/', '*', '20', '+', 'x'],
  ours: (text) => followRange({ from: 'range', unit: 'items' }, pageOf(text), undefined as never) ?? null,
  theirs: (text) => {
    const [unit = '', range = '', ...more] = text.split(' ')
    const [span = '', total = '', ...others] = range.split('/')
    const [first = '', last = '', ...rest] = span.split('-')
    const isNumber = (digits: string): boolean =>
      digits !== '' && [...digits].every((digit) => digit >= '0' && digit <= '9')
    const isWhole = more.length + others.length + rest.length === 0 && isNumber(first) && isNumber(last)
    if (unit !== 'items' || !isWhole || !(total === '*' || isNumber(total))) return null
    const size = Number(last) - Number(first) + 1
    if (size !== 10) return { problem: expect.any(String) }
    const end = Number(last) + 1
    return total !== '*' && end >= Number(total) ? null : { value: `items=${end}-${end + 9}` }
  },
}

/** Returns a page of ten items, which is the last unless a header says that there are more. */
function pageOf(range: string) {
  const headers = new Headers({ 'content-range': range })
  const items = Array.from({ length: 10 }, () => ({}))
  return {
    pages: { next: { from: 'range', unit: 'items' } as const },
    body: items,
    items,
    headers,
    asked: undefined,
  }
}

const POINTER: Pair = {
  name: 'JSON Pointers',
  pieces: ['/', 'a', '~0', '~1', '~01', '~', '0', 'é', ' ', '%25', '__proto__', ''],
  ours: (text) => {
    const steps = stepsOf(text)
    return [steps, pointerOf(steps)]
  },
  theirs: (text) => {
    const steps = pointers.parse(text)
    return [steps, pointers.compile(steps)]
  },
  // A valid pointer begins with "/", and each "~" in it escapes something.
  isOpen: (text) => !/^(\/([^~/]|~[01])*)*$/.test(text),
}

const ajv = new Ajv()
addFormats.default(ajv)
const validatorOf = createValidator({})

/** Compares validators for a string format. */
function formatPair(name: string, pieces: readonly string[], isOpen?: (text: string) => boolean): Pair {
  const own = validatorOf({ type: 'string', format: name })
  const foreign = ajv.compile({ type: 'string', format: name })
  return {
    name: `texts of the format ${name}`,
    pieces,
    ours: (text) => own(text).length === 0,
    theirs: (text) => foreign(text),
    ...(isOpen !== undefined && { isOpen }),
  }
}

compareAll([
  ACCEPT,
  EVENTS,
  COOKIES,
  LINK,
  RANGE,
  POINTER,
  formatPair('json-pointer', ['/', 'a', '~0', '~1', '~', '0', ' ', '%']),
  formatPair('relative-json-pointer', ['0', '1', '10', '/', 'a', '~1', '~', '#', '-']),
  formatPair('uri-template', [
    'a',
    '/',
    '{',
    '}',
    '{a}',
    '{?a,b}',
    '{a*}',
    '{a:3}',
    '%41',
    '%',
    ' ',
    '{+a}',
    '"',
    '<',
  ]),
  formatPair('date', ['2024-02-29', '2023-', '02-29', '2000', '-', '01', '12', '31', '0', 'T']),
  formatPair('time', ['12:00:00', '23:59:60', 'Z', '+00:00', '-01:30', '.5', ':', '24', '00', '60']),
  // Only the other parser accepts a space instead of the "T". @see RFC 3339, 5.6
  formatPair(
    'date-time',
    ['2024-02-29', 'T', 't', ' ', '12:00:00', '23:59:60', 'Z', 'z', '+00:00', '.5', '24:00:00'],
    (text) => text.includes(' '),
  ),
  // Only the other parser accepts years directly before days, and hours directly before seconds. @see RFC
  // 3339, appendix A
  formatPair('duration', ['P', 'T', '1', '2', 'Y', 'M', 'D', 'H', 'S', 'W', '0'], (text) =>
    /Y\d+D|H\d+S/.test(text),
  ),
])

const HAR_REQUEST = {
  method: 'GET',
  url: 'http://a.test/pets?b=1',
  headers: [{ name: 'Accept', value: 'a/b' }],
}
const HAR_ENTRY = {
  request: { ...HAR_REQUEST, postData: { mimeType: 'text/plain', text: 'a', params: [] } },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'text/plain' }],
    content: { size: 1, mimeType: 'text/plain', text: 'YQ==', encoding: 'base64' },
  },
}
const INSTEAD = [
  null,
  true,
  0,
  -1,
  404,
  1e300,
  '',
  'é',
  'base64',
  '%%%',
  'file:///x',
  [],
  {},
  [null],
  [{ name: 1 }],
]

test('an HTTP Archive that is damaged anywhere is read or refused, and what is whole in it is read', () => {
  const random = createRandom(isLong ? seedOfRun : 1)
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const damaged = (value: unknown): unknown => {
    if (random() < 0.05) return one(INSTEAD)
    if (Array.isArray(value)) return value.map(damaged)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) => (random() < 0.03 ? [] : [[name, damaged(member)]])),
    )
  }
  let refused = 0
  for (let count = 0; count < (isLong ? 20_000 : 500); count++) {
    const entries = damaged([HAR_ENTRY, HAR_ENTRY])
    const har = damaged({ log: { version: '1.2', creator: {}, entries } })
    try {
      const whole = Array.isArray(entries)
        ? entries.filter((entry) => JSON.stringify(entry) === JSON.stringify(HAR_ENTRY))
        : []
      const read = readHar(har)
      const isKept = JSON.stringify(har).includes(JSON.stringify(entries))
      if (isKept) expect(read.filter(({ text }) => text === 'a').length).toBeGreaterThanOrEqual(whole.length)
      expect(read.length).toBeLessThanOrEqual(2)
    } catch (error) {
      if (!(error instanceof HarError)) throw error
      refused += 1
    }
  }
  expect(refused).toBeGreaterThan(5)
})
