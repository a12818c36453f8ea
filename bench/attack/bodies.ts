import type { Attempt, Sent } from './attempt.ts'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data; boundary=b'
const MB = 2 ** 20

const made = (count: number, part: (index: number) => string, between = ','): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(between)

const members = (count: number, name: (index: number) => string): string =>
  `{${made(count, (index) => `"${name(index)}":1`)}}`

const body = (path: string, mediaType: string, text: () => string): (() => Iterable<Sent>) =>
  function* () {
    yield { path, headers: { 'content-type': mediaType }, body: text() }
  }

function* scatteredBody(path: string, mediaType: string): Iterable<Sent> {
  yield { path, headers: { 'content-type': mediaType }, body: ' '.repeat(3_000_000), isScattered: true }
}

const scattered = (path: string, mediaType: string) => () => scatteredBody(path, mediaType)

const anything = (text: () => string) => body('/anything', JSON_TYPE, text)
const form = (text: () => string) => body('/anything', FORM, text)
const parts = (text: () => string, mediaType = PARTS) => body('/anything', mediaType, text)
const lists = (text: () => string) => body('/lists', JSON_TYPE, text)

const head = (index: number, more = ''): string =>
  `--b\r\ncontent-disposition: form-data; name="f${index}"${more}\r\n\r\n`
const manyParts = (count: number, value = 'v') =>
  `${made(count, (index) => `${head(index)}${value}\r\n`, '')}--b--`

/**
 * Creates a nested expression that alternates between two kinds, which differ only in their last property.
 */
function nested(depth: number, leaf: string): string {
  const open = made(depth, () => '{"args":[', '')
  const close = made(depth, (index) => `],"op":"${index % 2 === 0 ? 'and' : 'or'}"}`, '')
  return open + leaf + close
}

/**
 * For each property that is validated as a string, the part that is repeated to form a 1 MB string. Such a
 * string is expensive for validators that backtrack.
 */
const DEAR: Readonly<Record<string, string>> = {
  pattern: 'a',
  backward: 'ab',
  length: '\ud83d\ude00',
  date: '2026-01-01',
  dateTime: '2026-01-01T00:00:00.0',
  time: '00:00:00.0',
  duration: 'P1Y1M1DT1H',
  email: 'a.',
  idnEmail: 'ä.',
  hostname: 'a-.',
  idnHostname: 'ä\u3002',
  ipv4: '1.',
  ipv6: '1:',
  uri: '%41',
  uriReference: './',
  iri: 'ä',
  iriReference: '../',
  uuid: '00000000-',
  uriTemplate: '{a,',
  jsonPointer: '/~1',
  relativeJsonPointer: '1/~0',
  regex: '(a|',
  byte: 'AA=',
  int64: '9',
}

/** Prefixes for strings of some formats, so that they are not rejected at the first character. */
const BEGINNING: Readonly<Record<string, string>> = { uri: 'http://a/', iri: 'http://a/' }

function* texts(): Iterable<Sent> {
  for (const [name, part] of Object.entries(DEAR)) {
    const text = JSON.stringify((BEGINNING[name] ?? '') + part.repeat(MB / part.length))
    yield {
      path: '/texts',
      headers: { 'content-type': JSON_TYPE },
      body: `{"${name}":[${made(4, () => text)}]}`,
    }
  }
}

const get = (path: string, headers: Sent['headers'] = {}): Sent => ({ method: 'GET', path, headers })

/** Requests with heads of 56 kB; a server accepts up to 64 kB. */
function* heads(): Iterable<Sent> {
  const long = (part: string): string => part.repeat(56_000 / part.length)
  yield get(`/things?${long('where[a]=1&')}`)
  yield get(`/things?where${long('[a]')}=1`)
  yield get(`/things?ids=${long('1%7C')}1`)
  yield get(`/things?json=${long('[')}`)
  yield get(`/things?${long('&')}`)
  yield get(`/things?${long('%4')}`)
  yield get(`/things/${long('%2F')}`)
  yield get(`/things${long('/')}`)
  yield get('/things', { accept: long('a/b;q=0.1,') })
  yield get('/things', { accept: long(';') })
  yield get('/things', { cookie: long('session=1;') })
  yield get('/things', { cookie: long('flags=%41; ') })
  yield get('/things', { 'x-tags': long('a,') })
  yield get('/things', { 'accept-encoding': long('gzip;q=0,') })
  yield get('/things', { 'if-none-match': long('"a",') })
  yield get('/things', { range: `bytes=${long('0-,')}` })
  yield get('/things', { prefer: long('wait=1,') })
  yield get('/things', { traceparent: long('00-') })
  yield { path: '/anything', headers: { 'content-type': long('a/b;') }, body: '1' }
  yield { path: '/anything', headers: { 'content-type': `${JSON_TYPE}; charset="${long('\\"')}` }, body: '1' }
}

/** Requests that anyone can send to a server generated from the openapi.yaml in this folder. */
export const bodies: readonly Attempt[] = [
  {
    name: 'names that differ',
    statuses: [413],
    make: anything(() => `[${made(9999, (row) => members(46, (index) => `k${row}_${index}`))}]`),
  },
  {
    name: 'distinct names, just within the limit',
    statuses: [204],
    make: anything(() => `[${made(1080, (row) => members(46, (index) => `k${row}_${index}`))}]`),
  },
  {
    name: 'names in another order',
    statuses: [413],
    make: anything(
      () =>
        `[${made(12_000, (row) => members(12, (index) => `k${(index * ((row % 1009) + 1) + ((row * index) % 31)) % 1013}`))}]`,
    ),
  },
  {
    name: 'long names of equal length',
    statuses: [413],
    make: anything(() => members(1100, (index) => 'a'.repeat(17_000) + (index + 1000))),
  },
  {
    name: 'a form with long names of equal length',
    statuses: [413],
    make: form(() => made(990, (index) => `${'a'.repeat(19_000)}${index + 1000}=1`, '&')),
  },
  {
    name: 'a map of 490,000 keys',
    statuses: [413],
    make: anything(() => members(490_000, (index) => `k${index}`)),
  },
  {
    name: 'a map of 490,000 numbers',
    statuses: [413],
    make: anything(() => members(490_000, (index) => `${index * 7919}`)),
  },
  {
    name: '490,000 members alike',
    statuses: [204],
    make: anything(() => `[${made(10_650, () => members(46, (index) => `k${index}`))}]`),
  },
  {
    name: '2.1 million names',
    statuses: [413],
    make: anything(() => members(2_100_000, (index) => index.toString(36))),
  },
  { name: '6.5 million objects', statuses: [413], make: anything(() => `[${'{},'.repeat(6_500_000)}{}]`) },
  {
    name: 'a million numbers, 20 MB',
    statuses: [204],
    make: anything(() => `[${'1234567890123456789,'.repeat(999_999)}1]`),
  },
  { name: '20 MB of escapes', statuses: [204], make: anything(() => `"${'\\u0061'.repeat(3_300_000)}"`) },
  { name: '20 MB of brackets', statuses: [400], make: anything(() => '['.repeat(19 * MB)) },
  { name: '20 MB of digits', statuses: [204], make: anything(() => '9'.repeat(19 * MB)) },
  { name: '20 MB of spaces', statuses: [400], make: anything(() => ' '.repeat(19 * MB)) },
  { name: 'a form with 9 million names', statuses: [413], make: form(() => 'a&'.repeat(9_000_000)) },
  {
    name: 'a form of 1,000 brackets',
    statuses: [204, 400],
    make: form(() => made(1000, (index) => `a${index}[b]=1`, '&')),
  },
  {
    name: 'a form with 20 MB of escapes',
    statuses: [204],
    make: form(() => `a=${'%C3%A9'.repeat(3_300_000)}`),
  },
  { name: '250,000 parts', statuses: [413], make: parts(() => manyParts(250_000)) },
  {
    name: '250,000 parts, two boundaries',
    statuses: [400, 413],
    make: parts(() => manyParts(250_000), 'multipart/form-data; x="; boundary=z"; boundary=b'),
  },
  {
    name: 'parts with 19 MB of line breaks',
    statuses: [204],
    make: parts(() => manyParts(990, '\r\n'.repeat(10_000))),
  },
  {
    name: 'a part with 19 MB of near-boundaries',
    statuses: [204],
    make: parts(() => manyParts(1, '\r\n--a'.repeat(3_900_000))),
  },
  {
    name: 'part headers that never end',
    statuses: [400],
    make: parts(() => `--b\r\n${'a: b\r\n'.repeat(3_000_000)}`),
  },
  {
    name: '1 MB file names',
    statuses: [204, 400],
    make: parts(() => `${head(1, `; filename="${'\\"'.repeat(MB / 2)}"`)}v\r\n--b--`),
  },
  { name: 'a filter 200 deep', statuses: [204], make: body('/filters', JSON_TYPE, () => nested(200, '"x"')) },
  {
    name: 'an invalid filter 200 levels deep',
    statuses: [400],
    make: body('/filters', JSON_TYPE, () => nested(200, '1')),
  },
  {
    name: '100,000 filters, not valid',
    statuses: [400],
    make: body('/filters', JSON_TYPE, () => `{"args":[${made(100_000, () => nested(2, '1'))}],"op":"and"}`),
  },
  {
    name: 'alternatives that double',
    statuses: [204, 400],
    make: body('/doubled', JSON_TYPE, () => `${'{"next":'.repeat(250)}1${'}'.repeat(250)}`),
  },
  {
    name: '400,000 items that differ',
    statuses: [204],
    make: lists(() => `{"unique":[${made(400_000, (index) => `{"a":${index}}`)}]}`),
  },
  {
    name: '1,000 long items that differ only at the end',
    statuses: [204],
    make: lists(() => `{"unique":[${made(1000, (index) => `"${'a'.repeat(19_000)}${index}"`)}]}`),
  },
  {
    name: '400,000 items, none contained',
    statuses: [400],
    make: lists(() => `{"containing":[${made(400_000, () => '{"a":1}')}]}`),
  },
  {
    name: '49,000 names by a pattern',
    statuses: [204, 400],
    make: lists(() => `{"named":${members(49_000, (index) => `a${index}`)}}`),
  },
  {
    name: '49,000 names unevaluated',
    statuses: [400],
    make: lists(() => `{"depending":${members(49_000, (index) => `k${index}`).replace('{', '{"z":1,')}}`),
  },
  {
    name: '900,000 multiples',
    statuses: [204, 400],
    make: lists(() => `{"multiples":[${made(900_000, () => '1e308')}]}`),
  },
  {
    name: '240,000 values of an enum',
    statuses: [204, 400],
    make: lists(() => `{"chosen":[${made(240_000, () => '[1,2,4]')}]}`),
  },
  { name: 'strings of each format, 1 MB each', statuses: [204, 400], make: texts },
  {
    name: 'a line of 19 MB',
    statuses: [204, 400],
    make: body('/lines', 'application/jsonl', () => `{"a":"${'b'.repeat(15 * MB)}"}\n`),
  },
  {
    name: '2 million lines',
    parts: 2_000_000,
    statuses: [204, 400, 413],
    make: body('/lines', 'application/jsonl', () => '{"a":1}\n'.repeat(2_000_000)),
  },
  {
    name: '10 million empty lines',
    statuses: [204, 400, 413],
    make: body('/lines', 'application/jsonl', () => '\n'.repeat(19 * MB)),
  },
  {
    name: 'records of nothing',
    statuses: [204, 400, 413],
    make: body('/lines', 'application/json-seq', () => '\u001e'.repeat(19 * MB)),
  },
  {
    name: '400,000 parts of a stream',
    parts: 400_000,
    statuses: [204, 400, 413],
    make: body('/lines', 'multipart/mixed; boundary=b', () => `${'--b\r\n\r\n{}\r\n'.repeat(400_000)}--b--`),
  },
  {
    name: '3 million bytes, each in its own chunk',
    statuses: [413],
    make: scattered('/anything', JSON_TYPE),
  },
  {
    name: '3 million bytes of a stream, each in its own chunk',
    statuses: [204, 413],
    make: scattered('/lines', 'application/jsonl'),
  },
  {
    name: '3 million bytes to an unknown path, each in its own chunk',
    statuses: [404],
    make: scattered('/none', JSON_TYPE),
  },
  { name: 'heads of 56 kB', statuses: [200, 204, 400, 404, 406, 413, 415, 431], make: heads },
]
