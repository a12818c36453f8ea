import { SerializationError, serializeBody, serializeForm } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'

const content = (mediaType: string) => ({ content: { [mediaType]: {} } })

describe('bodies', () => {
  test('only a stream cannot be sent twice', () => {
    const target = content('application/octet-stream')
    expect(serializeBody(target, new Blob(['a']).stream()).replayable).toBe(false)
    expect(serializeBody(target, new Blob(['a'])).replayable).toBe(true)
    expect(serializeBody(content('application/json'), {}).replayable).toBe(true)
  })

  test('FormData keeps its boundary to itself', () => {
    const form = new FormData()
    expect(serializeBody(content('multipart/form-data'), form)).toEqual({ body: form, replayable: true })
  })

  test('bytes are sent as they are, also as JSON', () => {
    const bytes = new TextEncoder().encode('{}')
    expect(serializeBody(content('application/json'), bytes)).toMatchObject({
      body: bytes,
      contentType: 'application/json',
    })
  })

  test('a range without a Blob type is octets', () => {
    expect(serializeBody(content('image/*'), new Uint8Array()).contentType).toBe('application/octet-stream')
  })

  test('the encoding of a range applies to a media type in it', () => {
    const target = {
      content: { 'application/*': { encoding: { a: { explode: false } } } },
      mediaType: 'application/x-www-form-urlencoded',
    }
    expect(serializeBody(target, { a: [1, 2] }).body).toBe('a=1,2')
  })

  test.each([
    ['text/plain', { a: 1 }],
    ['application/x-www-form-urlencoded', ['a=1']],
    ['application/x-www-form-urlencoded', 1],
    ['multipart/form-data', 'a'],
    ['multipart/form-data', ['a']],
  ])('a %s body cannot be made of %j', (mediaType, value) => {
    expect(() => serializeBody(content(mediaType), value)).toThrow(SerializationError)
  })

  test('a form that is a text goes as it is', () => {
    const type = 'application/x-www-form-urlencoded'
    expect(serializeBody(content(type), 'a=1')).toMatchObject({ body: 'a=1', contentType: type })
  })

  test.each([
    [{ a: undefined, b: { c: null, d: [] } }, {}, 'b=%7B%22c%22%3Anull%2C%22d%22%3A%5B%5D%7D'],
    [
      { a: { b: [{ c: 1 }, { c: 2 }] } },
      { a: { style: 'deepObject' } },
      'a%5Bb%5D%5B0%5D%5Bc%5D=1&a%5Bb%5D%5B1%5D%5Bc%5D=2',
    ],
    [{ a: ['x y', 'z+'] }, {}, 'a=x+y&a=z%2B'],
    [{ a: { b: 1 } }, { a: { style: 'form' } }, 'b=1'],
    [{ a: { b: 1 } }, { a: { explode: false } }, 'a=b,1'],
    [{ when: new Date(0) }, {}, 'when=1970-01-01T00%3A00%3A00.000Z'],
  ] as const)('form %j, encoding %j', (value, encoding, text) => {
    expect(serializeForm(value, encoding)).toBe(text)
  })

  const styled = (style: 'deepObject' | 'form') => ({ a: { style } })
  test.each([
    [{ a: null }, {}, '"a" is null'],
    [{ a: [] }, {}, '"a" is empty'],
    [{ a: [1, null] }, {}, '"a.1" is null'],
    [{ a: { b: [{ c: [] }] } }, styled('deepObject'), '"a.b.0.c" is empty'],
    [{ a: { b: { c: null } } }, styled('deepObject'), '"a.b.c" is null'],
    [{ a: {} }, styled('deepObject'), '"a" is empty'],
    [{ a: { b: null } }, styled('form'), '"a.b" is null'],
  ] as const)('form %j, encoding %j: %s', (value, encoding, message) => {
    expect(() => serializeForm(value, encoding)).toThrow(SerializationError)
    expect(() => serializeForm(value, encoding)).toThrow(`${message}, which forms cannot represent.`)
  })

  test.each([
    [{ a: null }, '"a" is null'],
    [{ a: [] }, '"a" is empty'],
    [{ a: ['x', null] }, '"a.1" is null'],
  ])('multipart %j: %s', (value, message) => {
    expect(() => serializeBody(content('multipart/form-data'), value)).toThrow(message)
  })

  test('multipart leaves out what is undefined, and writes null and nothing inside JSON', async () => {
    const value = { a: undefined, b: { c: null, d: [] }, e: new Uint8Array() }
    const { body } = serializeBody(content('multipart/form-data'), value)
    const text = await (body as Blob).text()
    expect(text).toContain('{"c":null,"d":[]}')
    expect(text).not.toContain('name="a"')
    expect(text).toContain('name="e"; filename="blob"')
  })

  test('items of one part keep their blanks, which headers would lose', async () => {
    const encoding = { tags: { style: 'form', explode: false } } as const
    const target = { content: { 'multipart/form-data': { encoding } } }
    const { body } = serializeBody(target, { tags: ['a ', ' b'] })
    expect(await (body as Blob).text()).toContain('\r\n\r\na , b\r\n')
  })

  test('a multipart property cannot forge a part', async () => {
    const { body } = serializeBody(content('multipart/form-data'), { 'a"\r\nX: y': 1 })
    expect(await (body as Blob).text()).toContain('name="a%22%0D%0AX: y"\r\n\r\n1\r\n')
  })

  test('a multipart media type that is a list or a range is not written into the part', async () => {
    const target = {
      content: { 'multipart/form-data': { encoding: { a: { contentType: 'image/png, image/*' } } } },
    }
    const { body } = serializeBody(target, { a: new Uint8Array([97]) })
    expect(await (body as Blob).text()).toContain('Content-Type: application/octet-stream\r\n\r\na\r\n')
  })

  test('what multipart writes, the platform reads', async () => {
    const value = { title: 'é', tags: ['a', 'b'], file: new File(['abc'], 'x.txt', { type: 'text/plain' }) }
    const { body, contentType = '' } = serializeBody(content('multipart/form-data'), value)
    const form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData()
    expect(form.get('title')).toBe('é')
    expect(form.getAll('tags')).toEqual(['a', 'b'])
    const file = form.get('file') as File
    expect([file.name, file.type, await file.text()]).toEqual(['x.txt', 'text/plain', 'abc'])
  })
})
