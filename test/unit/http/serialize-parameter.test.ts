import {
  type Location,
  SerializationError,
  type Style,
  serializeCookies,
  serializeHeaders,
  serializePath,
  serializeQuery,
} from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'

const values = {
  empty: '',
  string: 'blue',
  array: ['blue', 'black', 'brown'],
  object: { R: 100, G: 200, B: 150 },
} as const

function serialize(location: Location, options: { style: Style; explode: boolean }, value: unknown): string {
  const parameters = [{ name: 'color', in: location, ...options }]
  const given = { color: value }
  if (location === 'path') return serializePath('{color}', parameters, given)
  if (location === 'query') return serializeQuery(parameters, given)
  if (location === 'cookie') return serializeCookies(parameters, given)
  return serializeHeaders(parameters, given)
    .map(([, text]) => text)
    .join('|')
}

type Row = readonly [
  style: Style,
  explode: boolean,
  location: Location,
  kind: keyof typeof values,
  text: string,
]

/**
 * OpenAPI 3.1.1, Style Examples, for each location that allows the style. In a path, "empty" has no text with
 * `simple`, and is rejected. With `label` it is the segment ".", which a URL drops, and is rejected too.
 */
const table: readonly Row[] = [
  ['matrix', false, 'path', 'empty', ';color'],
  ['matrix', false, 'path', 'string', ';color=blue'],
  ['matrix', false, 'path', 'array', ';color=blue,black,brown'],
  ['matrix', false, 'path', 'object', ';color=R,100,G,200,B,150'],
  ['matrix', true, 'path', 'empty', ';color'],
  ['matrix', true, 'path', 'string', ';color=blue'],
  ['matrix', true, 'path', 'array', ';color=blue;color=black;color=brown'],
  ['matrix', true, 'path', 'object', ';R=100;G=200;B=150'],
  ['label', false, 'path', 'string', '.blue'],
  ['label', false, 'path', 'array', '.blue,black,brown'],
  ['label', false, 'path', 'object', '.R,100,G,200,B,150'],
  ['label', true, 'path', 'string', '.blue'],
  ['label', true, 'path', 'array', '.blue.black.brown'],
  ['label', true, 'path', 'object', '.R=100.G=200.B=150'],
  ['simple', false, 'path', 'string', 'blue'],
  ['simple', false, 'path', 'array', 'blue,black,brown'],
  ['simple', false, 'path', 'object', 'R,100,G,200,B,150'],
  ['simple', true, 'path', 'string', 'blue'],
  ['simple', true, 'path', 'array', 'blue,black,brown'],
  ['simple', true, 'path', 'object', 'R=100,G=200,B=150'],
  ['simple', false, 'header', 'empty', ''],
  ['simple', false, 'header', 'string', 'blue'],
  ['simple', false, 'header', 'array', 'blue,black,brown'],
  ['simple', false, 'header', 'object', 'R,100,G,200,B,150'],
  ['simple', true, 'header', 'string', 'blue'],
  ['simple', true, 'header', 'array', 'blue,black,brown'],
  ['simple', true, 'header', 'object', 'R=100,G=200,B=150'],
  ['form', false, 'query', 'empty', 'color='],
  ['form', false, 'query', 'string', 'color=blue'],
  ['form', false, 'query', 'array', 'color=blue,black,brown'],
  ['form', false, 'query', 'object', 'color=R,100,G,200,B,150'],
  ['form', true, 'query', 'empty', 'color='],
  ['form', true, 'query', 'string', 'color=blue'],
  ['form', true, 'query', 'array', 'color=blue&color=black&color=brown'],
  ['form', true, 'query', 'object', 'R=100&G=200&B=150'],
  ['form', false, 'cookie', 'empty', 'color='],
  ['form', false, 'cookie', 'string', 'color=blue'],
  ['form', false, 'cookie', 'array', 'color=blue,black,brown'],
  ['form', false, 'cookie', 'object', 'color=R,100,G,200,B,150'],
  ['form', true, 'cookie', 'string', 'color=blue'],
  ['form', true, 'cookie', 'array', 'color=blue; color=black; color=brown'],
  ['form', true, 'cookie', 'object', 'R=100; G=200; B=150'],
  ['spaceDelimited', false, 'query', 'array', 'color=blue%20black%20brown'],
  ['spaceDelimited', false, 'query', 'object', 'color=R%20100%20G%20200%20B%20150'],
  ['pipeDelimited', false, 'query', 'array', 'color=blue%7Cblack%7Cbrown'],
  ['pipeDelimited', false, 'query', 'object', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['deepObject', true, 'query', 'object', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['deepObject', false, 'query', 'object', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
]

describe('style examples', () => {
  test.each(table)('%s, explode %s, %s, %s', (style, explode, location, kind, text) => {
    expect(serialize(location, { style, explode }, values[kind])).toBe(text)
  })
})

describe('absent values', () => {
  test.each([undefined, null, [], {}])('%j is not sent in a query', (value) => {
    expect(serializeQuery([], { a: value, b: 1 })).toBe('b=1')
  })

  test('null and undefined members are left out', () => {
    expect(serializeQuery([], { a: { b: null, c: 1, d: undefined } })).toBe('c=1')
  })

  test.each(
    table
      .filter(([, , , kind]) => kind === 'array')
      .map(([style, explode, location]) => ({ style, explode, location })),
  )(
    'a null among items is refused, as those after it would come in its place: $style, explode $explode, $location',
    ({ location, ...style }) => {
      for (const value of [
        ['a', null],
        [undefined, 'b'],
      ])
        expect(() => serialize(location, style, value)).toThrow('An item of "color" has no value')
    },
  )

  test.each([null, undefined, [], {}])('%j is refused where it is required and has no text', (value) => {
    const required = { name: 'a', required: true } as const
    const refusal = 'Required parameter "a" is missing, null or empty'
    expect(() => serializeQuery([{ ...required, in: 'query' }], { a: value })).toThrow(refusal)
    expect(() => serializeHeaders([{ ...required, in: 'header' }], { a: value })).toThrow(refusal)
    expect(() => serializeCookies([{ ...required, in: 'cookie' }], { a: value })).toThrow(refusal)
  })

  test.each([
    [[{}, { b: 1 }], 'a'],
    [[1, null], 'a'],
    [[{ c: [[]] }], 'a[0][c]'],
  ])('%j has an item that deepObject would lose', (value, place) => {
    const parameter = { name: 'a', in: 'query', style: 'deepObject' } as const
    expect(() => serializeQuery([parameter], { a: value })).toThrow(`An item of "${place}" has no value`)
  })

  test('an empty array inside of a deepObject is refused: the server would get an object without it', () => {
    const parameter = { name: 'a', in: 'query', style: 'deepObject' } as const
    expect(() => serializeQuery([parameter], { a: { b: 1, c: [] } })).toThrow('"a[c]" is empty')
    expect(() => serializeQuery([parameter], { a: { b: { c: [] } } })).toThrow('"a[b][c]" is empty')
  })

  test.each([undefined, null, '', [], {}])('%j is refused in a path', (id) => {
    expect(() => serializePath('/pets/{id}', [], { id })).toThrow(SerializationError)
  })

  test('the refusal names the parameter and the template', () => {
    expect(() => serializePath('/pets/{id}', [])).toThrow('"id" of "/pets/{id}"')
  })
})

describe('path', () => {
  test.each(['.', '..'])('%j is refused: a URL would resolve it', (id) => {
    expect(() => serializePath('/pets/{id}/toys', [], { id })).toThrow(SerializationError)
  })

  test('a label without text is refused for the same reason', () => {
    expect(() =>
      serializePath('/pets/{id}', [{ name: 'id', in: 'path', style: 'label' }], { id: '' }),
    ).toThrow('"."')
  })

  test('a value is not taken for a template or a replacement pattern', () => {
    expect(serializePath('/{a}/{b}', [], { a: '{b}', b: '$&' })).toBe('/%7Bb%7D/%24%26')
  })
})

describe('values', () => {
  test.each([
    [new Date(0), '1970-01-01T00%3A00%3A00.000Z'],
    [new URL('http://a/b'), 'http%3A%2F%2Fa%2Fb'],
    [12n, '12'],
    [-0.5, '-0.5'],
    [false, 'false'],
    ['\ud800', '%EF%BF%BD'],
  ])('%s', (value, text) => {
    expect(serializeQuery([], { a: value })).toBe(`a=${text}`)
  })

  test('an object where only text fits becomes JSON', () => {
    expect(serializeQuery([], { a: [{ b: 1 }] })).toBe('a=%7B%22b%22%3A1%7D')
  })

  test('names are encoded', () => {
    expect(serializeQuery([], { 'a[]&': 1 })).toBe('a%5B%5D%26=1')
  })

  test('a list is one cookie in the style that encodes nothing', () => {
    const parameter = { name: 'v', in: 'cookie', style: 'cookie', explode: false, schema: {} } as const
    expect(serializeCookies([parameter], { v: ['a', 'b'] })).toBe('v=a,b')
    expect(() => serializeCookies([parameter], { v: ['a,b'] })).toThrow(
      '"a,b" has a character that must be encoded',
    )
  })

  test('no item of a header has blanks at its ends, which receivers take for none of it', () => {
    for (const explode of [true, false]) {
      const parameter = { name: 'X-Tags', in: 'header', style: 'simple', explode, schema: {} } as const
      const written = (value: object) => serializeHeaders([parameter], { 'X-Tags': value })
      expect(() => written(['a ', 'b'])).toThrow('Header "X-Tags" must be printable Latin-1')
      expect(() => written({ a: 'b\t', c: 'd' })).toThrow('Header "X-Tags" must be printable Latin-1')
      expect(written(['a b', 'c'])).toEqual([['X-Tags', 'a b,c']])
    }
  })

  test('no header carries a line break, a null, a character beyond Latin-1 or blanks at its ends, and the message keeps the value back', () => {
    for (const secret of ['key\r\nX: y', 'key\u0000', 'key€', ' key', 'key\t']) {
      const write = (): unknown => serializeHeaders([], { 'X-A': secret })
      expect(write).toThrow(/"X-A"/)
      expect(write).not.toThrow(/key/)
    }
    expect(serializeHeaders([], { 'X-A': 'é\tb c' })).toEqual([['X-A', 'é\tb c']])
  })
})

describe('path templates', () => {
  test('a fixed query is kept and a fragment is not sent', () => {
    expect(serializePath('/m?beta=true', [])).toBe('/m?beta=true')
    expect(serializePath('/m/{a}?q={b}#c', [], { a: '?', b: '&#' })).toBe('/m/%3F?q=%26%23')
  })

  test('{+name} at the beginning takes a whole path, with its slash or without', () => {
    const write = (href: string) => serializePath('/{+href}versions/', [], { href })
    expect(['/a/b/', 'a/b/', '//host/b/'].map(write)).toEqual([
      '/a/b/versions/',
      '/a/b/versions/',
      '/host/b/versions/',
    ])
  })

  test('{+name} lets through what may stand in a path', () => {
    const write = (a: string) => serializePath('/f/{+a}', [], { a })
    expect(write('x/y z%2F?#[]+&;=@:é')).toBe('/f/x/y%20z%2F%3F%23%5B%5D+&;=@:%C3%A9')
    expect(write('100%')).toBe('/f/100%25')
    for (const dots of ['a/../b', '.', 'a/%2E%2e', '.%2e/a'])
      expect(() => write(dots)).toThrow(SerializationError)
    expect(serializePath('/f/{a}', [], { a: '%2e' })).toBe('/f/%252e')
  })
})
