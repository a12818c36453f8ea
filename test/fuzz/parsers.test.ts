import { MIMEType } from 'node:util'
import { mediaParameter } from '../../runtime/http/media/media-parameter.ts'
import { itemDecoder } from '../../runtime/http/stream/item-decoder.ts'
import { DEFAULT_BODY_LIMITS } from '../../runtime/server/bodies/body-limits.ts'
import { parseForm } from '../../runtime/server/bodies/parse-form.ts'
import { JsonReader } from '../../runtime/server/bodies/parse-json.ts'
import { parseMultipart } from '../../runtime/server/bodies/parse-multipart.ts'
import { readPairs } from '../../runtime/server/values/parse-pairs.ts'
import { formDecode, percentDecode } from '../../runtime/server/values/percent-decode.ts'
import { createShapeReader } from '../../runtime/server/values/schema-shape.ts'
import { compareAll, type Pair } from './pair.ts'

const format = { shape: createShapeReader({})({ type: 'object' }), encoding: {}, limits: DEFAULT_BODY_LIMITS }
const utf8 = new TextEncoder()

const byName = (pairs: Iterable<readonly [string, unknown]>): Record<string, unknown[]> => {
  const all = new Map<string, unknown[]>()
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value])
  return Object.fromEntries(all)
}

function lines(text: string): unknown[] {
  const decoder = itemDecoder({ format: 'lines' }, 'application/jsonl')
  const bytes = utf8.encode(text)
  const items: unknown[] = []
  // In pieces, to split the content anywhere.
  for (let start = 0; start < bytes.length; start += 3)
    items.push(...decoder.push(bytes.subarray(start, start + 3)))
  return [...items, ...decoder.end()]
}

const MULTIPART = 'multipart/form-data; boundary=b'

const part = (name: string, value: string): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

async function platformForm(text: string): Promise<Record<string, unknown[]>> {
  const form = await new Response(text, { headers: { 'content-type': MULTIPART } }).formData()
  return byName(form)
}

const PAIRS: readonly Pair[] = [
  {
    name: 'JSON',
    pieces: [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"\\u0061"',
      '1',
      '-0',
      '1e3',
      '01',
      'true',
      'null',
      ' ',
      '\n',
      '\\',
      '{"a":1}',
      '[1]',
      '"__proto__"',
    ],
    ours: (text) => new JsonReader(DEFAULT_BODY_LIMITS).parse(text),
    theirs: (text) => JSON.parse(text),
  },
  {
    name: 'JSON with its limits',
    pieces: ['{', '}', '[', ']', ',', ':', '"', '"a"', '"b"', '"]"', '1', '[1]', '{"a":{}}', '\\"'],
    // Limits that make the reader count everything, but are never exceeded.
    ours: (text) => new JsonReader({ depth: 500, members: 40, items: 40, names: 40, fields: 1 }).parse(text),
    theirs: (text) => JSON.parse(text),
  },
  {
    name: 'forms',
    pieces: ['a', 'b', '=', '&', '+', '%41', '%C3%A9', '%', '%4', 'é', ';', '&&', '=='],
    ours: (text) =>
      Object.fromEntries(
        [...readPairs(text, '&', formDecode)].map(([name, values]) => [name, values.map(formDecode)]),
      ),
    theirs: (text) => byName(new URLSearchParams(text)),
    // Only one of the two keeps a field without a name, and bytes that are not UTF-8.
    isOpen: (text) => /(^|&)(=|&|$)/.test(text) || /%(?!41|C3%A9)/.test(text),
  },
  {
    name: 'bodies of forms',
    pieces: ['a', 'b', '=', '&', '+', '%41', '%C3%A9', 'c=1'],
    ours: (text) => parseForm(text, format),
    theirs: (text) =>
      Object.fromEntries(
        Object.entries(byName(new URLSearchParams(text))).map(([name, values]) => [
          name,
          values.length === 1 ? values[0] : values,
        ]),
      ),
    isOpen: (text) => /(^|&)(=|&|$)/.test(text) || /(^|&)[^=&]*(&|$)/.test(text),
  },
  {
    name: 'percent-encoding',
    pieces: ['a', '%41', '%c3%a9', '%F0%9F%98%80', '%20', '+', '/', 'é'],
    ours: percentDecode,
    theirs: decodeURIComponent,
  },
  {
    name: 'parameters of media types',
    pieces: [
      '; ',
      ';',
      'charset',
      'boundary',
      '=',
      'utf-8',
      '"',
      '\\',
      'a',
      ' ',
      '; charset=x',
      '; boundary="b c"',
      ',',
    ],
    ours: (text) => mediaParameter(`text/plain${text}`, 'charset') ?? null,
    theirs: (text) => new MIMEType(`text/plain${text}`).params.get('charset'),
    // A browser accepts something that is not a parameter, and uses the first of two duplicates; we reject
    // both. @see https://mimesniff.spec.whatwg.org
    isOpen: (text) =>
      !/^(; ?(charset|boundary|a)=([a-z0-9-]+|"([^"\\]|\\.)*"))*$/.test(text) ||
      (text.match(/charset=/g)?.length ?? 0) > 1,
  },
  {
    name: 'JSON Lines',
    pieces: ['{"a":1}', '[1]', '1', '"é"', '\n', '\r\n', '\n\n', ' ', '{'],
    ours: lines,
    theirs: (text) =>
      text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line)),
  },
  {
    name: 'form-data',
    // Whole parts, because each reader treats broken parts differently.
    pieces: ['v', '', '\r', '\n', '\r\n', '-', '\r\n-', '\r\n--', '\r\n--a', 'é', '\r\n\r\n'].flatMap(
      (value) => ['a', 'a%22b', 'é'].map((name) => part(name, value)),
    ),
    ours: (text) => {
      const fields = parseMultipart(utf8.encode(`${text}--b--\r\n`), MULTIPART, format)
      return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat()]))
    },
    theirs: (text) => platformForm(`${text}--b--\r\n`),
    // Only ours accepts a form without parts.
    isOpen: (text) => text === '',
  },
]

compareAll(PAIRS)
