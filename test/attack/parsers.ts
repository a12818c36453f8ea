import { pointerOf, stepsOf } from '@concordat/runtime/pointer'
import { createValidator } from '@concordat/runtime/schema'
import { proseHtml } from '../../generator/outputs/reference/markdown.ts'
import { readHar } from '../../runtime/contract/data/exchange/har/read-har.ts'
import { acceptance } from '../../runtime/http/media/acceptance.ts'
import { mediaParameter } from '../../runtime/http/media/media-parameter.ts'
import { PartsReader } from '../../runtime/http/multipart/parts-reader.ts'
import { nextLink } from '../../runtime/http/pages/reading/link-header.ts'
import { followRange } from '../../runtime/http/pages/styles/range.ts'
import { itemDecoder } from '../../runtime/http/stream/item-decoder.ts'
import type { StreamFormat } from '../../runtime/http/stream/stream.ts'
import { templateNames } from '../../runtime/http/uri/path-template.ts'
import { parsePattern } from '../../runtime/schema/pattern/parse-pattern.ts'
import { DEFAULT_BODY_LIMITS } from '../../runtime/server/bodies/body-limits.ts'
import { parseForm } from '../../runtime/server/bodies/parse-form.ts'
import { JsonReader } from '../../runtime/server/bodies/parse-json.ts'
import { parseMultipart } from '../../runtime/server/bodies/parse-multipart.ts'
import { parseParts } from '../../runtime/server/bodies/parse-parts.ts'
import { readPairs } from '../../runtime/server/values/parse-pairs.ts'
import { percentDecode } from '../../runtime/server/values/percent-decode.ts'
import { createShapeReader } from '../../runtime/server/values/schema-shape.ts'

/** A parser of input from strangers, with input designed to be expensive for it. */
export interface Parsing {
  readonly name: string
  /**
   * Prepares input of the given size. @returns a function that parses it; the parser is allowed to reject it.
   */
  readonly prepare: (size: number) => () => void
  /** The largest size tried for the smaller input; the larger one is eight times as large. */
  readonly most: number
}

/**
 * Largest size for header lines, for patterns, and for input with long parts: an eighth of the parts that
 * Node accepts in a header.
 */
const MOST_OF_A_LINE = 512
const MOST = 32_000
/** At most eight times this many distinct names are allowed. */
const MOST_NAMES = 6_000
const OF_A_LINE = ['media type', 'Accept', 'Link', 'Cookie', 'pattern', 'Content-Range']

const utf8 = new TextEncoder()
const limits = { ...DEFAULT_BODY_LIMITS, members: 1e9, items: 1e9, names: 1e9, fields: 1e9 }
const shape = createShapeReader({})({ type: 'object' })
const list = createShapeReader({})({ type: 'array', items: {} })
const format = { shape, encoding: {}, limits }

/** Ignores a parser's own errors, which reject the input. A stack overflow is not a rejection. */
function refusing(work: () => unknown): () => void {
  return () => {
    try {
      work()
    } catch (error) {
      if (error instanceof RangeError) throw error
    }
  }
}

/** Returns `size` copies of a part as one string, with each copy's index in place of "#". */
const text = (part: string, size: number): string =>
  part.includes('#')
    ? Array.from({ length: size }, (_, index) => part.replaceAll('#', index.toString(36))).join('')
    : part.repeat(size)

/** @param around the beginning and end of the string. */
function ofText(
  name: string,
  { part, around = ['', ''] }: { readonly part: string; readonly around?: readonly [string, string] },
  parse: (text: string) => unknown,
): Parsing {
  return {
    name: `${name}: ${JSON.stringify(around[0].slice(-20) + part.slice(0, 80))}, …`,
    most:
      OF_A_LINE.includes(name) || part.length > 500 ? MOST_OF_A_LINE : part.includes('#') ? MOST_NAMES : MOST,
    prepare: (size) => {
      const whole = around[0] + text(part, size) + around[1]
      return refusing(() => parse(whole))
    },
  }
}

const MULTIPART = 'multipart/form-data; boundary=b'
const NAMED = '--b\r\ncontent-disposition: form-data; name="a"'

function multipart(part: string, around: readonly [string, string], mediaType = MULTIPART): Parsing {
  return ofText('form-data', { part, around }, (whole) =>
    parseMultipart(utf8.encode(whole), mediaType, format),
  )
}

/** A body that arrives in `size` pieces. */
function inPieces(
  name: string,
  { start, piece }: { readonly start: string; readonly piece: string },
  read: () => (bytes: Uint8Array) => Iterable<unknown>,
): Parsing {
  return {
    name: `${name} in pieces: ${JSON.stringify(start.slice(-20))}, ${JSON.stringify(piece.slice(0, 20))}, …`,
    most: MOST,
    prepare: (size) => {
      const bytes = utf8.encode(piece)
      return refusing(() => {
        const push = read()
        for (const _ of push(utf8.encode(start)));
        for (let count = 0; count < size; count++) for (const _ of push(bytes));
      })
    },
  }
}

const stream = (of: StreamFormat) => () => {
  const decoder = itemDecoder({ format: of }, 'multipart/mixed; boundary=b', {
    parse: (item) => new JsonReader(limits).parse(item),
  })
  return (bytes: Uint8Array) => decoder.push(bytes)
}

const parts = () => {
  const reader = new PartsReader(MULTIPART)
  return (bytes: Uint8Array) => reader.push(bytes)
}

const json = (part: string, around: readonly [string, string]): Parsing =>
  ofText('JSON', { part, around }, (whole) => new JsonReader(limits).parse(whole))

const form = (part: string): Parsing => ofText('form', { part }, (whole) => parseForm(whole, format))

const contentRange = (whole: string): unknown => {
  const headers = new Headers({ 'content-range': whole })
  const next = { from: 'range', unit: 'items' } as const
  return followRange(next, { pages: { next }, body: [], items: [], headers, asked: whole }, false)
}

const FORMATS: readonly (readonly [name: string, parts: readonly string[]])[] = [
  ['uri-template', ['{a}', '{', 'a']],
  ['json-pointer', ['/~0', '~']],
  ['relative-json-pointer', ['1', '0/a']],
  ['duration', ['P1', '1Y']],
  ['date-time', ['2024-02-29', '2024-02-29T12:00:00.1']],
]

const HEADER = '{"name":"a","value":"b"},'
const ENTRY = `{"request":{"method":"GET","url":"http://a/"},"response":{"status":200,"headers":[${HEADER.slice(0, -1)}]}},`

/** All our parsers of input from others, each with the inputs that cost it most. */
export const parsers: readonly Parsing[] = [
  json('"k#":1,', ['{', '"z":1}']),
  json('{"k#":1},', ['[', '1]']),
  json('{},', ['[', '1]']),
  json('1,', ['[', '1]']),
  json('\\"', ['"', '"']),
  json('\\u0061', ['"', '"']),
  json('[', ['', '']),
  json('"', ['', '']),
  form('a=1&'),
  form('a#=1&'),
  form('a#[b]=1&'),
  form('a[b#]=1&'),
  form('a[b][c#]=%41&'),
  form('[]'),
  form('%41'),
  form('+'),
  multipart(`\r\nv\r\n${NAMED}#"\r\n`, [`${NAMED}\r\n`, '\r\nv\r\n--b--']),
  multipart('\r', [`${NAMED}\r\n\r\n`, '\r\n--b--']),
  multipart('\r\n--', [`${NAMED}\r\n\r\n`, '\r\n--b--']),
  multipart('\r\n--bb', [`${NAMED}\r\n\r\n`, '\r\n--b--']),
  multipart('-', [`${NAMED}\r\n\r\n`, '\r\n--b--'], `multipart/form-data; boundary=${'-'.repeat(60)}b`),
  multipart('A: b\r\n', [`${NAMED}\r\n`, '\r\n\r\n--b--']),
  multipart('; a="', [NAMED, '']),
  ofText('parts', { part: '\r\n\r\n1\r\n--b', around: ['--b', '--'] }, (whole) =>
    parseParts(utf8.encode(whole), 'multipart/mixed; boundary=b', { shape: list, limits }),
  ),
  inPieces('parts', { start: `${NAMED}\r\n\r\n`, piece: 'a' }, parts),
  inPieces('parts', { start: `${NAMED}\r\n\r\n`, piece: '\r\n'.repeat(50) }, parts),
  inPieces(
    'parts',
    { start: `${NAMED}\r\n${'A: b\r\n'.repeat(2000)}Content-Length: 99999999\r\n\r\n`, piece: 'a' },
    parts,
  ),
  inPieces('parts', { start: '', piece: '\r\n--'.repeat(50) }, parts),
  inPieces('lines', { start: '[', piece: '1,' }, stream('lines')),
  inPieces('lines', { start: '', piece: '{"a":1}\n' }, stream('lines')),
  inPieces('records', { start: '\u001e[', piece: '1,\n' }, stream('records')),
  inPieces('records', { start: '', piece: '\u001e1\n' }, stream('records')),
  inPieces('events', { start: 'data: ', piece: 'a' }, stream('events')),
  inPieces('events', { start: '', piece: 'data: a\n' }, stream('events')),
  inPieces('events', { start: '', piece: '\r' }, stream('events')),
  ofText('media type', { part: ';', around: ['a/b', ''] }, (whole) => mediaParameter(whole, 'a')),
  ofText('media type', { part: ' \t', around: ['a/b;', '\n'] }, (whole) => mediaParameter(whole, 'a')),
  ofText('media type', { part: ';a="\\"', around: ['a/b', ''] }, (whole) => mediaParameter(whole, 'b')),
  ofText('Accept', { part: 'a/b#;q=0.5,' }, (whole) => acceptance(whole, ['a/b'])),
  ofText('Link', { part: '<' }, nextLink),
  ofText('Link', { part: '<a>;b="' }, nextLink),
  ofText('Link', { part: '<a> ; b ' }, nextLink),
  ofText('Accept', { part: 'a/b;q=0.', around: ['', '1'] }, (whole) => acceptance(whole, ['a/b'])),
  ofText('Link', { part: '<a>; rel=prev, ' }, nextLink),
  ofText('Content-Range', { part: '1', around: ['items ', '-2/3'] }, contentRange),
  ofText('Content-Range', { part: 'items', around: ['', ' 1-2/3'] }, contentRange),
  ofText('JSON Pointer', { part: '/a~01' }, (whole) => pointerOf(stepsOf(whole))),
  ofText('JSON Pointer', { part: '~1' }, (whole) => pointerOf(stepsOf(whole))),
  ofText('path template', { part: '/{a#}' }, templateNames),
  ofText('path template', { part: '{' }, templateNames),
  ...FORMATS.flatMap(([name, parts]) =>
    parts.map((part) => ofText(`format ${name}`, { part }, createValidator({})({ format: name }))),
  ),
  ofText('HAR', { part: ENTRY, around: ['{"log":{"entries":[', `${ENTRY.slice(0, -1)}]}}`] }, (whole) =>
    readHar(JSON.parse(whole)),
  ),
  ofText(
    'HAR headers',
    {
      part: HEADER,
      around: [
        '{"log":{"entries":[{"request":{"method":"GET","url":"http://a/"},"response":{"status":200,"headers":[',
        `${HEADER.slice(0, -1)}]}}]}}`,
      ],
    },
    (whole) => readHar(JSON.parse(whole)),
  ),
  ofText('Cookie', { part: ' a#=1;' }, (whole) => readPairs(whole, ';', percentDecode)),
  ofText('Cookie', { part: ' ' }, (whole) => readPairs(whole, ';', percentDecode)),
  ...['> ', '- ', '*a **a ', '[a](', '`', '\\', '<![CDATA[', '|a', 'a\n\n', '- a\n'].map((part) =>
    ofText('prose', { part }, proseHtml),
  ),
  ...['!'.repeat(1000), `- a\n${'b\n'.repeat(500)}`].map((block) =>
    ofText('prose', { part: `${block}\n\n` }, proseHtml),
  ),
  ofText('percent-encoding', { part: '%C3%A9' }, percentDecode),
  ofText('percent-encoding', { part: '%4' }, percentDecode),
  ofText('pattern', { part: 'a|' }, (whole) => parsePattern(whole, { isUnicode: true })),
  ofText('pattern', { part: '[a-z]' }, (whole) => parsePattern(whole, { isUnicode: true })),
]
