import { itemDecoder, itemEncoder, type StreamDescriptor, streamFormat } from '@concordat/runtime/http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const EVENTS: StreamDescriptor = { format: 'events' }
const JSON_EVENTS: StreamDescriptor = { format: 'events', json: true }
const LINES: StreamDescriptor = { format: 'lines' }
const RECORDS: StreamDescriptor = { format: 'records' }

const utf8 = new TextEncoder()

function decode(stream: StreamDescriptor, ...pieces: (string | Uint8Array)[]): unknown[] {
  const decoder = itemDecoder(stream, '')
  const items = pieces.flatMap((piece) => [
    ...decoder.push(typeof piece === 'string' ? utf8.encode(piece) : piece),
  ])
  return [...items, ...decoder.end()]
}

function encode(stream: StreamDescriptor, ...items: unknown[]): string {
  const { write, end } = itemEncoder({ stream }, '')
  return [...items.flatMap(write), end()].join('')
}

/** Decodes text as a whole, byte by byte, and split in two at each byte. Returns the items of each. */
function decodeInEveryWay(stream: StreamDescriptor, text: string): unknown[] {
  const bytes = utf8.encode(text)
  const whole = decode(stream, bytes)
  expect(decode(stream, ...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole)
  for (let at = 0; at <= bytes.length; at++)
    expect(decode(stream, bytes.subarray(0, at), bytes.subarray(at))).toEqual(whole)
  return whole
}

describe('server-sent events', () => {
  test.each<[string, string, unknown[]]>([
    ['one line', 'data: a\n\n', [{ data: 'a' }]],
    ['lines in three ways', 'data: a\ndata: b\r\ndata: c\rdata\r\r', [{ data: 'a\nb\nc\n' }]],
    ['CR LF alone', 'data: a\r\n\r\ndata: b\r\n\r\n', [{ data: 'a' }, { data: 'b' }]],
    ['CR alone', 'data: a\r\rdata: b\r\r', [{ data: 'a' }, { data: 'b' }]],
    [
      'a byte order mark, dropped once',
      '\uFEFFdata: a\n\n\uFEFFdata: b\n\ndata: c\n\n',
      [{ data: 'a' }, { data: 'c' }],
    ],
    [
      'one space behind the colon is no part',
      'data:a\n\ndata:  b\n\ndata::\n\n',
      [{ data: 'a' }, { data: ' b' }, { data: ':' }],
    ],
    ['comments and unknown fields', ': ping\nfoo: bar\ndata: a\n: ping\n\n:\n\n', [{ data: 'a' }]],
    [
      'all fields',
      'event: e\nid: 7\nretry: 100\ndata: a\n\n',
      [{ event: 'e', data: 'a', id: '7', retry: 100 }],
    ],
    [
      'the last of a field counts',
      'event: e\nevent: f\nid: 1\nid: 2\ndata: a\n\n',
      [{ event: 'f', data: 'a', id: '2' }],
    ],
    ['an event without data is none', 'event: e\nid: 7\n\ndata: a\n\n', [{ data: 'a' }]],
    ['empty data is data', 'data\n\ndata:\n\n', [{ data: '' }, { data: '' }]],
    ['an empty name is none', 'event:\ndata: a\n\n', [{ data: 'a' }]],
    [
      'an id with NUL and a retry of other than digits are ignored',
      'id: a\0b\nretry: 1s\ndata: a\n\n',
      [{ data: 'a' }],
    ],
    ['an empty id is one', 'id\ndata: a\n\n', [{ data: 'a', id: '' }]],
    ['what no empty line follows is lost', 'data: a\n\ndata: b\n', [{ data: 'a' }]],
    ['characters of up to four bytes', 'data: é€😀\n\n', [{ data: 'é€😀' }]],
    ['U+2028 ends no line', 'data: a\u2028b\n\n', [{ data: 'a\u2028b' }]],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(decodeInEveryWay(EVENTS, text)).toEqual(expected)
  })

  test('bytes that are not UTF-8 become U+FFFD', () => {
    expect(decode(EVENTS, 'data: a', Uint8Array.of(0xff, 0xc3), '\n\n')).toEqual([{ data: 'a\uFFFD\uFFFD' }])
  })

  test('an event is there with the byte that ends it, and not before', () => {
    const decoder = itemDecoder(EVENTS, '')
    expect([...decoder.push(utf8.encode('data: a\n'))]).toEqual([])
    expect([...decoder.push(utf8.encode('\n'))]).toEqual([{ data: 'a' }])
    expect([...decoder.push(utf8.encode('data: b\r\n\r'))]).toEqual([{ data: 'b' }])
    expect([...decoder.push(utf8.encode('\ndata: c\n\n'))]).toEqual([{ data: 'c' }])
  })

  test('the last id and the pause are kept, of events without data too', () => {
    const decoder = itemDecoder(EVENTS, '')
    expect([...decoder.push(utf8.encode('id: 1\nretry: 5\n\nid: 2\n'))]).toEqual([])
    expect([decoder.events?.lastId, decoder.events?.retry]).toEqual(['1', 5])
  })

  test('data is JSON of all events, or of those of some names', () => {
    const text = 'event: json\ndata: {"a":\ndata: 1}\n\nevent: text\ndata: {}\n\ndata: 2\n\n'
    expect(decodeInEveryWay({ format: 'events', json: ['json', 'message'] }, text)).toEqual([
      { event: 'json', data: { a: 1 } },
      { event: 'text', data: '{}' },
      { data: 2 },
    ])
  })

  test('"[DONE]" ends JSON events, and is text among texts', () => {
    const decoder = itemDecoder(JSON_EVENTS, '')
    expect([...decoder.push(utf8.encode('data: 1\n\ndata: [DONE]\n\ndata: 2\n\n'))]).toEqual([{ data: 1 }])
    expect(decoder.isEnded).toBe(true)
    expect(decode(EVENTS, 'data: [DONE]\n\n')).toEqual([{ data: '[DONE]' }])
  })

  test('items before a broken one are there, and the break names its text', () => {
    const decoder = itemDecoder(JSON_EVENTS, '')
    const items = decoder.push(utf8.encode('data: 1\n\ndata: {\n\n'))[Symbol.iterator]()
    expect(items.next().value).toEqual({ data: 1 })
    expect(() => items.next()).toThrow(/is not JSON/)
  })
})

describe('JSON lines and sequences', () => {
  test.each<[StreamDescriptor, string, unknown[]]>([
    [LINES, '1\n{"a":"é😀"}\r\n\n  \nnull\n"x"', [1, { a: 'é😀' }, null, 'x']],
    [LINES, '', []],
    [RECORDS, '\u001e1\n\u001e{\n"a":\n"é"}\n\u001e\u001e\n\u001enull\n', [1, { a: 'é' }, null]],
    [RECORDS, '\u001e12\n\u001e"no line feed"', [12, 'no line feed']],
  ])('$format: %j', (stream, text, expected) => {
    expect(decodeInEveryWay(stream, text)).toEqual(expected)
  })

  test('a record is there with its line feed', () => {
    const decoder = itemDecoder(RECORDS, '')
    expect([...decoder.push(utf8.encode('\u001e{"a":\n'))]).toEqual([])
    expect([...decoder.push(utf8.encode('1}\n'))]).toEqual([{ a: 1 }])
  })
})

test.each([EVENTS, LINES, RECORDS])('an item of $format without an end is refused at its bound', (stream) => {
  const decoder = itemDecoder(stream, '', { maxLength: 1000 })
  const piece = utf8.encode(stream.format === 'events' ? 'data: 0123456789\n' : '0123456789')
  expect(() => {
    for (let count = 0; count < 200; count++) for (const _ of decoder.push(piece));
  }).toThrow('longer than 1000 characters')
})

describe('what is written is read again', () => {
  const event = fc.record(
    {
      event: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\r\n\0]/.test(text)),
      data: fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\r\n?/g, '\n')),
      id: fc.string().filter((text) => !/[\r\n\0]/.test(text)),
      retry: fc.nat(),
    },
    { requiredKeys: ['data'] },
  )

  test.each<[string, StreamDescriptor, fc.Arbitrary<unknown>]>([
    ['events of text', EVENTS, event],
    [
      'events of JSON',
      JSON_EVENTS,
      fc.tuple(event, fc.jsonValue()).map(([rest, data]) => ({ ...rest, data })),
    ],
    ['lines', LINES, fc.jsonValue()],
    ['records', RECORDS, fc.jsonValue()],
  ])('%s', (_, stream, item) => {
    fc.assert(
      fc.property(fc.array(item), fc.nat(), (items, cut) => {
        const bytes = utf8.encode(encode(stream, ...items))
        const at = cut % (bytes.length + 1)
        const read = decode(stream, bytes.subarray(0, at), bytes.subarray(at))
        expect(read).toEqual(JSON.parse(JSON.stringify(items)))
      }),
      { numRuns: 200, seed: 20_261_122 },
    )
  })

  test.each<[StreamDescriptor, unknown, string]>([
    [EVENTS, { data: 1 }, 'of type number; expected a string'],
    [EVENTS, {}, 'no "data"'],
    [EVENTS, null, 'no "data"'],
    [EVENTS, { data: '', event: 'a\ndata: b' }, 'line break'],
    [EVENTS, { data: '', id: 'a\0' }, 'NUL'],
    [EVENTS, { data: '', retry: -1 }, 'milliseconds'],
    [LINES, undefined, 'is not a JSON value'],
  ])('%j refuses %j', (stream, item, message) => {
    expect(() => encode(stream, item)).toThrow(message)
  })
})

test.each([
  ['text/event-stream', 'events'],
  ['Text/Event-Stream; charset=utf-8', 'events'],
  ['application/x-ndjson', 'lines'],
  ['application/jsonl', 'lines'],
  ['application/x-jsonlines', 'lines'],
  ['application/vnd.example+jsonl', 'lines'],
  ['application/json-seq', 'records'],
  ['application/geo+json-seq', 'records'],
  ['application/json', undefined],
  ['Multipart/Mixed; boundary=a', 'parts'],
  ['*/*', undefined],
])('%s has the format %s', (mediaType, format) => {
  expect(streamFormat(mediaType)).toBe(format)
})
