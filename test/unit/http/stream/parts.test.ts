import { ItemError, itemDecoder, itemEncoder, type StreamMedia } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'

const TYPE = 'multipart/mixed; boundary=b'
const PARTS: StreamMedia = { stream: { format: 'parts' } }

const utf8 = new TextEncoder()

/** Returns items as plain data: octets become their type, name and bytes. */
async function plainly(items: readonly unknown[]): Promise<unknown[]> {
  return Promise.all(
    items.map(async (item) =>
      item instanceof Blob
        ? [item.type, item instanceof File ? item.name : '', [...new Uint8Array(await item.arrayBuffer())]]
        : item,
    ),
  )
}

function decode(pieces: readonly Uint8Array[], { stream } = PARTS, type = TYPE): unknown[] {
  const decoder = itemDecoder(stream, type)
  return [...pieces.flatMap((piece) => [...decoder.push(piece)]), ...decoder.end()]
}

/** Decodes bytes as a whole, byte by byte, and split in two at each position. Returns the items of each. */
async function decodeInEveryWay(bytes: Uint8Array, media = PARTS, type = TYPE): Promise<unknown[]> {
  const whole = await plainly(decode([bytes], media, type))
  expect(
    await plainly(
      decode(
        [...bytes].map((byte) => Uint8Array.of(byte)),
        media,
        type,
      ),
    ),
  ).toEqual(whole)
  for (let at = 0; at <= bytes.length; at++)
    expect(await plainly(decode([bytes.subarray(0, at), bytes.subarray(at)], media, type))).toEqual(whole)
  return whole
}

describe('what others write', () => {
  test.each<[string, string, unknown[]]>([
    ['a preamble and an epilogue', 'hello\r\n--b\r\n\r\none\r\n--b--\r\nbye', ['one']],
    ['a preamble with the boundary inside a line', 'a--b\r\n--b\r\n\r\n1\r\n--b--', ['1']],
    ['no part', '--b--\r\n', []],
    ['empty parts', '--b\r\n\r\n--b\r\n\r\n\r\n--b--', ['', '']],
    ['spaces behind a delimiter', '--b  \r\n\r\none\r\n--b-- ', ['one']],
    ['dashes and line breaks inside', '--b\r\n\r\n--a\r\n\r\n-b\r\n\r\n--b--', ['--a\r\n\r\n-b\r\n']],
    ['JSON', '--b\r\nX-A: 1\r\ncontent-TYPE:application/json; a=b\r\n\r\n[1]\r\n--b--', [[1]]],
    [
      'a file with a name',
      '--b\r\nContent-Disposition: form-data; name="a"; filename="x%22.png"\r\nContent-Type: image/png\r\n\r\nA\r\n--b--',
      [['image/png', 'x".png', [65]]],
    ],
    ['no last delimiter behind the last part', '--b\r\n\r\none\r\n--b\r\n', ['one']],
    [
      'a length',
      '--b\r\nContent-Length: 2\r\n\r\nab\r\n--b\r\nContent-Length: 0\r\n\r\n\r\n--b--',
      ['ab', ''],
    ],
    ['a length that is less than what comes', '--b\r\nContent-Length: 1\r\n\r\nabc\r\n--b--', ['abc']],
  ])('%s', async (_, body, expected) => {
    const pieces = body.includes('Length: 1\r') ? await plainly(decode([utf8.encode(body)])) : undefined
    expect(pieces ?? (await decodeInEveryWay(utf8.encode(body)))).toEqual(expected)
  })

  test('a part is there with its delimiter, or with the last byte of the length that it says', () => {
    const decoder = itemDecoder(PARTS.stream, TYPE)
    const push = (text: string) => [...decoder.push(utf8.encode(text))]
    expect(push('--b\r\n\r\none')).toEqual([])
    expect(push('\r\n--b')).toEqual(['one'])
    expect(push('\r\nContent-Length: 3\r\n\r\ntw')).toEqual([])
    expect(push('o')).toEqual(['two'])
    expect(push('\r\n--b--')).toEqual([])
    expect(decoder.isEnded).toBe(true)
  })

  test.each([
    ['no boundary', 'multipart/mixed', '--b--', 'no boundary'],
    ['no end', TYPE, '--b\r\n\r\none', 'has no end'],
    ['no delimiter', TYPE, 'one', 'has no end'],
    ['nothing', TYPE, '', 'has no end'],
    ['no JSON', TYPE, '--b\r\nContent-Type: application/json\r\n\r\n{\r\n--b--', 'is not JSON'],
  ])('%s is refused', (_, type, body, message) => {
    expect(() => decode([utf8.encode(body)], PARTS, type)).toThrow(ItemError)
    expect(() => decode([utf8.encode(body)], PARTS, type)).toThrow(message)
  })

  test('a part that is longer than it said, and was handed on already, is refused', () => {
    const pieces = ['--b\r\nContent-Length: 1\r\n\r\na', 'bc\r\n--b--'].map((text) => utf8.encode(text))
    expect(() => decode(pieces)).toThrow('longer than its Content-Length')
  })

  test('a part without an end is refused at its bound', () => {
    const decoder = itemDecoder(PARTS.stream, TYPE, { maxLength: 1000 })
    expect([...decoder.push(utf8.encode('--b\r\n\r\n'))]).toEqual([])
    expect(() => {
      for (let count = 0; count < 200; count++) for (const _ of decoder.push(utf8.encode('0123456789')));
    }).toThrow('longer than 1000 bytes')
  })

  test('a preamble without an end is not kept', () => {
    const decoder = itemDecoder(PARTS.stream, TYPE, { maxLength: 1000 })
    for (let count = 0; count < 200; count++) expect([...decoder.push(utf8.encode('0123456789'))]).toEqual([])
  })
})

describe('what is written is read', () => {
  const octets = Uint8Array.of(0, 13, 10, 45, 45, 255)
  test.each<[string, StreamMedia, unknown[], unknown[]]>([
    ['objects', PARTS, [{ a: 'é' }, [1], null], [{ a: 'é' }, [1], null]],
    ['texts', PARTS, ['', 'é\r\n--', '1'], ['', 'é\r\n--', '1']],
    ['numbers', { stream: { format: 'parts', parts: 'json' } }, [1, -0.5, true], [1, -0.5, true]],
    [
      'octets',
      PARTS,
      [octets, new Blob([octets], { type: 'image/png' })],
      [
        ['application/octet-stream', '', [...octets]],
        ['image/png', '', [...octets]],
      ],
    ],
    [
      'files whatever they hold',
      { stream: { format: 'parts', parts: 'files' }, itemEncoding: { contentType: 'text/csv' } },
      [new Blob(['a,b'], { type: 'application/json' }), new Blob(['é'])],
      [
        ['application/json', '', [97, 44, 98]],
        ['text/csv', '', [0xc3, 0xa9]],
      ],
    ],
    [
      'texts that are JSON by their encoding',
      { ...PARTS, prefixEncoding: [{ contentType: 'application/json' }] },
      ['one', 'two'],
      ['one', 'two'],
    ],
    ['nothing', PARTS, [], []],
  ])('%s', async (_, media, items, expected) => {
    const { contentType, write, end } = itemEncoder(media, 'multipart/*')
    expect(contentType).toMatch(/^multipart\/mixed; boundary=/)
    const bytes = new Uint8Array(await new Blob([...items.flatMap(write), end()]).arrayBuffer())
    expect(await decodeInEveryWay(bytes, media, contentType)).toEqual(expected)
  })

  test('parts of a form have their names, and files theirs', async () => {
    const media: StreamMedia = {
      ...PARTS,
      prefixEncoding: [{ headers: { 'Content-Disposition': 'form-data; name="cover"' } }],
    }
    const { contentType, write, end } = itemEncoder(media, 'multipart/form-data')
    const items = [new File(['A'], 'a.png', { type: 'image/png' }), 'one', new File(['B'], 'b"')]
    const form = await new Response(new Blob([...items.flatMap(write), end()]), {
      headers: { 'content-type': contentType },
    }).formData()
    const cover = form.get('cover') as File
    expect([cover.name, cover.type, await cover.text()]).toEqual(['a.png', 'image/png', 'A'])
    const [text, file] = form.getAll('item') as [string, File]
    expect([text, file.name, await file.text()]).toEqual(['one', 'b"', 'B'])
  })
})
