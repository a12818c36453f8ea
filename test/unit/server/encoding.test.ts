import { type EncodingDescriptor, type MediaTypeDescriptor, serializeBody } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { received } from './echo-app.ts'

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

const text = { type: 'string' } as const
const place = { type: 'object', properties: { x: { type: 'integer' }, y: text } } as const
const schema = {
  type: 'object',
  properties: {
    text,
    whole: { type: 'integer' },
    flag: { type: 'boolean' },
    texts: { type: 'array', items: text },
    numbers: { type: 'array', items: { type: 'integer' } },
    place,
    places: { type: 'array', items: place },
    either: { anyOf: [text, { type: 'integer' }] },
  },
} as const

type Encoding = Readonly<Record<string, EncodingDescriptor>>

function contentOf(mediaType: string, encoding: Encoding): Record<string, MediaTypeDescriptor> {
  return { [mediaType]: { schema, encoding } }
}

/** Returns the fields as a client sends them, and as a handler receives them. */
async function exchanged(mediaType: string, encoding: Encoding, value: object) {
  const content = contentOf(mediaType, encoding)
  const { body, contentType = '' } = serializeBody({ content }, value)
  const sent = await new Response(body).text()
  return { sent, got: await read(content, sent, contentType) }
}

async function read(content: Record<string, MediaTypeDescriptor>, body: BodyInit, contentType?: string) {
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType }
  const request = new Request('http://host/', { method: 'POST', body, headers })
  return (await received({ method: 'POST', requestBody: { content } })(request))['body']
}

test('a text is sent as UTF-8 and says so, whatever charset the document has', async () => {
  const content = { 'text/plain; charset=iso-8859-1': { schema: text } }
  const { body, contentType } = serializeBody({ content }, 'ü')
  expect(contentType).toBe('text/plain; charset=utf-8')
  expect(await read(content, body, contentType)).toBe('ü')
  const octets = serializeBody({ content }, new Uint8Array([0xfc]))
  expect(octets.contentType).toBe('text/plain; charset=iso-8859-1')
  expect(await read(content, octets.body, octets.contentType)).toBe('ü')
})

test('so is a part, and one in another charset is read by it', async () => {
  const encoding = { text: { contentType: 'text/plain; charset=iso-8859-1' } }
  const { sent, got } = await exchanged(MULTIPART, encoding, { text: 'ü' })
  expect(sent).toContain('Content-Type: text/plain; charset=utf-8')
  expect(got).toEqual({ text: 'ü' })
  const [head, tail] = partsOf([`name="text"\r\nContent-Type: ${encoding.text.contentType}`, '|']).split('|')
  const body = new Blob([head ?? '', new Uint8Array([0xfc]), tail ?? ''])
  const contentType = `${MULTIPART}; boundary=limit`
  expect(await read(contentOf(MULTIPART, encoding), body, contentType)).toEqual({ text: 'ü' })
})

/** Returns a body as other clients send it. */
function partsOf(...parts: readonly (readonly [head: string, content: string])[]): string {
  const heads = parts.map(
    ([head, content]) => `--limit\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`,
  )
  return `${heads.join('')}--limit--\r\n`
}

const JSON_TYPE = { contentType: 'application/json' } as const

test.each([
  ['a list of objects as one text', 'places', '[{"x":1},{"y":"a"}]', [{ x: 1 }, { y: 'a' }]],
  ['one object of a list', 'places', '{"x":1}', [{ x: 1 }]],
  ['a text that looks like a list, where items are texts', 'texts', '["a"]', ['["a"]']],
])('what others send in one part of a form is read: %s', async (_, name, sent, value) => {
  const form = partsOf([`name="${name}"`, sent])
  const got = await read(contentOf(MULTIPART, {}), form, `${MULTIPART}; boundary=limit`)
  expect(got).toEqual({ [name]: value })
})

describe.each([FORM, MULTIPART])(
  'what is sent as %s with a media type of its own is read back',
  (mediaType) => {
    test.each<[string, object, EncodingDescriptor]>([
      ['text', { text: 'x y' }, JSON_TYPE],
      ['text', { text: '12' }, JSON_TYPE],
      ['text', { text: '"' }, { contentType: 'application/vnd.name+json' }],
      ['text', { text: '{"a":1}' }, { contentType: 'text/plain' }],
      ['text', { text: '<a/>' }, { contentType: 'application/xml' }],
      ['text', { text: 'x y' }, { contentType: 'application/json, text/plain' }],
      ['whole', { whole: 12 }, JSON_TYPE],
      ['flag', { flag: true }, JSON_TYPE],
      ['texts', { texts: ['a', '1'] }, JSON_TYPE],
      ['texts', { texts: ['a'] }, JSON_TYPE],
      ['numbers', { numbers: [1] }, JSON_TYPE],
      ['place', { place: { x: 1, y: '2' } }, JSON_TYPE],
      ['place', { place: { x: 1 } }, { contentType: 'text/plain' }],
      ['places', { places: [{ x: 1 }, { y: '' }] }, JSON_TYPE],
      ['either', { either: '1' }, JSON_TYPE],
      ['either', { either: 1 }, JSON_TYPE],
    ])('%s: %j as %j', async (name, value, encoding) => {
      expect((await exchanged(mediaType, { [name]: encoding }, value)).got).toEqual(value)
    })

    test('an object cannot be written in a media type that is not JSON', async () => {
      const encoding = { place: { contentType: 'application/xml' } }
      await expect(exchanged(mediaType, encoding, { place: { x: 1 } })).rejects.toThrow(
        'An object cannot be written as "application/xml". Expected: text, a Blob or bytes.',
      )
    })
  },
)

describe('a text that is to be JSON', () => {
  const encoding = { text: JSON_TYPE, texts: JSON_TYPE }

  test('has its quotes', async () => {
    const value = { text: 'x y', texts: ['a'] }
    expect((await exchanged(MULTIPART, encoding, value)).sent).toContain(
      'name="text"\r\nContent-Type: application/json\r\n\r\n"x y"\r\n',
    )
    expect((await exchanged(MULTIPART, encoding, value)).sent).toContain('\r\n\r\n"a"\r\n')
    expect((await exchanged(FORM, encoding, value)).sent).toBe('text=%22x+y%22&texts=%22a%22')
  })

  const content = contentOf(MULTIPART, encoding)
  const type = `${MULTIPART}; boundary=limit`

  test('is read from a part with a file name, as FormData makes it, and from one without', async () => {
    const form = new FormData()
    form.append('text', new Blob(['"x y"'], { type: 'application/json' }))
    form.append('texts', new Blob(['"a"'], { type: 'application/json' }))
    form.append('texts', 'b')
    expect(await read(content, form)).toEqual({ text: 'x y', texts: ['a', 'b'] })
    const json = '\r\nContent-Type: application/json'
    expect(await read(content, partsOf([`name="text"${json}`, '"x y"']), type)).toEqual({ text: 'x y' })
  })

  test('is also taken without quotes, as a part of plain text', async () => {
    expect(await read(content, partsOf(['name="text"', '"x y"']), type)).toEqual({ text: '"x y"' })
    expect(await read(content, partsOf(['name="text"', '12']), type)).toEqual({ text: '12' })
    expect(await read(contentOf(FORM, encoding), 'text=x+y', FORM)).toEqual({ text: 'x y' })
  })

  test('may be a whole array in one part', async () => {
    const json = '\r\nContent-Type: application/json'
    const body = partsOf([`name="texts"${json}`, '["a","b"]'], [`name="place"${json}`, '{"x":1}'])
    expect(await read(content, body, type)).toEqual({ texts: ['a', 'b'], place: { x: 1 } })
  })
})

test('a part that says that it is JSON is a file where its schema takes octets', async () => {
  const octets = { type: 'string', format: 'binary' }
  const files = { type: 'object', properties: { file: octets, any: { anyOf: [octets, place] } } }
  const form = new FormData()
  for (const name of ['file', 'any', 'other'])
    form.append(name, new File(['{}'], 'a.json', { type: 'application/json' }))
  const body = (await read({ [MULTIPART]: { schema: files } }, form)) as Record<string, unknown>
  expect(Object.values(body).map((part) => part instanceof File)).toEqual([true, true, true])
})

describe.each([FORM, MULTIPART])('what is sent as %s in a style is read back', (mediaType) => {
  test.each<[string, object, EncodingDescriptor]>([
    ['numbers', { numbers: [1, 2] }, { style: 'form', explode: false }],
    ['numbers', { numbers: [1, 2] }, { style: 'form' }],
    ['numbers', { numbers: [1, 2] }, { explode: false, contentType: 'application/json' }],
    ['texts', { texts: ['a', 'b'] }, { style: 'pipeDelimited' }],
    ['texts', { texts: ['a', 'b'] }, { style: 'spaceDelimited' }],
    ['place', { place: { x: 1, y: '2' } }, { style: 'form', explode: false }],
    ['place', { place: { x: 1, y: '2' } }, { style: 'form' }],
    ['place', { place: { x: 1, y: 'é ü' } }, { style: 'deepObject' }],
    ['places', { places: [{ x: 1 }, { x: 2, y: 'b' }] }, { style: 'deepObject' }],
    ['text', { text: 'a,b' }, { style: 'form' }],
  ])('%s: %j as %j', async (name, value, encoding) => {
    expect((await exchanged(mediaType, { [name]: encoding }, value)).got).toEqual(value)
  })
})

test('styles of parts are not percent-encoded, and leave files as they are', async () => {
  const encoding = { texts: { style: 'form', explode: false }, text: { style: 'form' } } as const
  const value = { texts: ['a b', 'ü'], text: new File(['x'], 'x') }
  const { body } = serializeBody({ content: contentOf(MULTIPART, encoding) }, value)
  const sent = await new Response(body).text()
  expect(sent).toContain('name="texts"\r\n\r\na b,ü\r\n')
  expect(sent).toContain('name="text"; filename="x"')
})
