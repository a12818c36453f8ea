import fc from 'fast-check'
import type { OperationDescriptor } from '../../../runtime/http/operation.ts'
import type { SampleRequest } from './sample-requests.ts'
import { leavesOf, type Position, replaceAt } from './substitution.ts'

/** A request as it goes on the wire. */
export interface WireRequest {
  readonly method: string
  /** Path and query, already escaped, or badly so. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** Texts that have broken parsers, databases, dates, numbers and regular expressions. */
const hostileTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u{1f600}',
    '\u202e',
    '%',
    '%00',
    '%ff',
    '\r\n',
    '\\',
    "'",
    '"',
    '`',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '-Infinity',
    '-0',
    '-1',
    '0',
    '1e309',
    '2147483647',
    '2147483648',
  ],
  ...[
    '-2147483649',
    '9007199254740993',
    '9223372036854775808',
    '1'.repeat(400),
    '1e-400',
    '0x10',
    '1_000',
    '٣',
  ],
  ...[
    "'; drop table persons; --",
    "' or 1=1 --",
    '$1',
    '${1}',
    '%s',
    '{{7*7}}',
    '../../etc/passwd',
    '//',
    '..',
  ],
  ...[
    '@current',
    '@me',
    '00000000-0000-0000-0000-000000000000',
    'true',
    '[]',
    '{}',
    '{"a":',
    '[[[[',
    '__proto__',
  ],
  ...[
    'constructor',
    'hasOwnProperty',
    'toString',
    '$set',
    'a.b',
    'a[0]',
    '*',
    '(',
    '(a+)+$',
    '[',
    '\\1',
    '(?<x',
    '^$',
  ],
  ...[
    '0000-00-00',
    '0000-01-01',
    '9999-12-31',
    '99999-01-01',
    '-000001-01-01',
    '+275760-09-13',
    '+275760-09-14',
  ],
  ...[
    '294277-01-01',
    '2026-02-30',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00:00+99:99',
  ],
  ...['-7d', '-999999999999d', '-99999y', '-1h', 'all', 'mStart', 'yStart', '-0d', 'dEnd', '1_seen', '5_'],
  ...[
    'csv',
    'SELECT * FROM events',
    'SELECT count() FROM events -- x',
    'a@b',
    'x'.repeat(5000),
    '\u0000'.repeat(3),
  ],
]

/** What PostgreSQL refuses in a text, in JSON and in a regular expression, and JavaScript does not. */
const refusedByDatabase = ['\0', 'a\0b', '\ud800', '(', '[', '99999999999999999999']

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...refusedByDatabase) },
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

/** A value nested so deep that a recursive reader comes to the end of its stack, or to the service's own limit. */
const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: depth }).reduce<unknown>(wrap, 1)

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      ...[
        null,
        true,
        false,
        0,
        -1,
        1.5,
        1e308,
        -1e308,
        5e-324,
        2 ** 31,
        2 ** 53,
        -(2 ** 63),
        [],
        {},
        [[]],
        [null],
      ],
      ...[{ id: null }, { values: [] }, { type: 'AND', values: [{ key: 'a', value: null }] }, { $set: 1 }],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      nested(150, (inner) => [inner]),
      nested(1000, (inner) => [inner]),
      nested(150, (values) => ({ type: 'AND', values: [values] })),
      JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}'),
      Array.from({ length: 2000 }, (_, index) => index),
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

/** A value with a few of its positions, or all of it, made hostile. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  const positions = leavesOf(value)
  const prefixes = positions.flatMap((position) => position.map((_, index) => position.slice(0, index + 1)))
  const places: readonly Position[] = prefixes.length === 0 ? [[]] : prefixes
  const change = fc
    .constantFrom(...places)
    .chain((position) => fc.tuple(fc.constant(position), replacementFor(valueAt(value, position))))
  return fc.oneof(
    { weight: 1, arbitrary: hostileValue },
    {
      weight: 6,
      arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }).map((changes) =>
        // The first may have taken the place of the second away.
        changes.reduce(
          (made, [position, hostile]) => (has(made, position) ? replaceAt(made, position, hostile) : made),
          value,
        ),
      ),
    },
  )
}

/** Mostly a value of the same type: any other is refused before it comes far. */
function replacementFor(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'string') return hostileValue
  return fc.oneof({ weight: 5, arbitrary: hostileText }, { weight: 1, arbitrary: hostileValue })
}

const valueAt = (value: unknown, position: Position) =>
  position.reduce<unknown>((inner, name) => Object(inner)[name], value)

function has(value: unknown, position: Position): boolean {
  const parent = valueAt(value, position.slice(0, -1))
  return position.length === 0 || (typeof parent === 'object' && parent !== null)
}

const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      ...[
        'application/json',
        'application/json; charset=utf-16',
        'text/plain',
        'multipart/form-data',
        ';',
        'a/b;c="',
      ],
      ...['application/x-www-form-urlencoded', 'application/merge-patch+json', ''],
    ),
    'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'gzip, gzip', ''),
    accept: fc.constantFrom('*/*', 'text/csv', 'text/html', 'application/json;q=0', ',,;q=x', ''),
    'x-request-id': fc.constantFrom('', 'a b', 'é', 'x'.repeat(2000), '../..'),
    'x-forwarded-host': fc.constantFrom('evil.example', 'a b', ':', '[::1', ''),
    'x-forwarded-proto': fc.constantFrom('javascript', 'https,http', ''),
    'x-forwarded-for': fc.constantFrom('999.1.1.1', ',', '::'),
    origin: fc.constantFrom('null', 'http://evil.example', '\\'),
    cookie: fc.constantFrom('a=b', '=;', ';;;'),
    range: fc.constantFrom('bytes=0-', 'bytes=9-1'),
    'if-none-match': fc.constantFrom('*', '"', 'W/'),
    'accept-encoding': fc.constantFrom('gzip', 'identity;q=0', '*;q=x'),
  },
  { requiredKeys: [] },
)

/** Text that stands in a URL, mostly escaped as it should be. */
const inUrl = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.slice(0, 6000).toWellFormed())
}

const badEscapes = fc.constantFrom('%', '%zz', '%c0%ae', '%ff', '%00', '%u0041', '%ed%a0%80')

/**
 * Requests of one operation in which something is wrong, and most is right, so that they come far.
 * @param path the path with ids that exist.
 */
export function hostileRequests(
  operation: OperationDescriptor,
  { path, sample }: { path: string; sample: SampleRequest },
): fc.Arbitrary<WireRequest> {
  const names = (operation.parameters ?? []).filter(({ in: at }) => at === 'query').map(({ name }) => name)
  const known = Object.entries(sample.query).map(([name, value]) => [name, mutated(value)])
  const unknown = names.filter((name) => !(name in sample.query)).map((name) => [name, hostileValue])
  const query = fc.record<Record<string, unknown>>(Object.fromEntries([...known, ...unknown]), {
    requiredKeys: [],
  })
  const steps = path.split('/')
  const lastStep = fc.tuple(fc.nat(steps.length - 2), fc.oneof(hostileText.map(inUrl), badEscapes))
  return fc
    .record({
      change: fc.constantFrom('query', 'query', 'body', 'body', 'body', 'path', 'headers', 'raw', 'all'),
      query,
      step: lastStep,
      headers,
      body: mutated(sample.body ?? {}),
      raw: fc.oneof(
        fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)),
        fc.constantFrom(
          '',
          '{',
          '[',
          '"',
          'null',
          '{"a":1,"a":2}',
          '{"__proto__":1}',
          '\ufeff{}',
          '[1e999]',
          `${'['.repeat(1e5)}`,
        ),
      ),
      repeated: fc.boolean(),
    })
    .map(({ change, query: changed, step: [index, text], headers: wrong, body, raw, repeated }) => {
      const does = (part: string) => change === part || change === 'all'
      const pairs = Object.entries(does('query') ? { ...sample.query, ...changed } : sample.query).map(
        ([name, value]) => `${encodeURIComponent(name)}=${inUrl(value)}`,
      )
      const all = repeated && does('query') ? [...pairs, ...pairs.slice(0, 1)] : pairs
      const target = change === 'path' ? steps.with(index + 1, text).join('/') : path
      const hasBody =
        operation.method !== 'GET' && (sample.body !== undefined || does('body') || change === 'raw')
      const content = change === 'raw' ? raw : JSON.stringify(does('body') ? body : sample.body)
      return {
        method: operation.method,
        target: all.length === 0 ? target : `${target}?${all.join('&')}`,
        headers: { ...(hasBody && { 'content-type': 'application/json' }), ...(does('headers') && wrong) },
        ...(hasBody && content !== undefined && { body: content }),
      }
    })
}
