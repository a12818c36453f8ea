import type { MediaTypeDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { answerOf, appOf, documentOf, received } from './echo-app.ts'

const pet = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1 }, tags: { type: 'array', items: { type: 'string' } } },
}

function post(body: BodyInit | null, contentType?: string): Request {
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType }
  return new Request('http://host/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

function documentTaking(content: Record<string, MediaTypeDescriptor>, required?: true) {
  return documentOf([{ path: '/', method: 'POST', requestBody: { content, ...(required && { required }) } }])
}

const json = documentTaking({ 'application/json': { schema: pet } }, true)

describe('what becomes of a body', () => {
  const read = async (content: Record<string, MediaTypeDescriptor>, request: Request) =>
    received({ method: 'POST', requestBody: { content } })(request)

  test('JSON, with its parameters and by suffix', async () => {
    const body = { name: 'Rex' }
    const content = { 'application/json': {}, 'application/vnd.pet+json': {} }
    expect(await read(content, post('{"name":"Rex"}', 'Application/JSON; charset=utf-8'))).toMatchObject({
      body,
    })
    expect(await read(content, post('{"name":"Rex"}', 'application/vnd.pet+json'))).toMatchObject({
      body,
      mediaType: 'application/vnd.pet+json',
    })
  })

  // Clients on other platforms send GET with a body and its media type; our server drops both.
  test.each(['multipart/form-data; boundary=b', 'application/x-www-form-urlencoded', 'text/plain'])(
    'a GET that says %s has none',
    async (contentType) => {
      const content = {
        'multipart/form-data': { schema: pet },
        'application/x-www-form-urlencoded': { schema: pet },
        'text/plain': {},
      }
      const request = new Request('http://host/', { headers: { 'content-type': contentType } })
      const handled = await received({ method: 'GET', requestBody: { content, required: true } })(request)
      expect(handled).not.toHaveProperty('body')
    },
  )

  test('a text whose schema says what it holds is a text, and one of a text schema is held to it', async () => {
    const content = {
      'application/xml': { schema: pet },
      'text/csv': { schema: { type: 'array' } },
      'text/plain': { schema: { type: 'string', maxLength: 3 } },
    }
    expect(await read(content, post('<pet/>', 'application/xml'))).toMatchObject({ body: '<pet/>' })
    expect(await read(content, post('a,b', 'text/csv'))).toMatchObject({ body: 'a,b' })
    await expect(read(content, post('long', 'text/plain'))).rejects.toThrow(/^400 /)
    // JSON is parsed, so a string is not the expected object.
    await expect(
      read({ 'application/json': { schema: pet } }, post('"Rex"', 'application/json')),
    ).rejects.toThrow(/^400 /)
  })

  test('"__proto__" in JSON is an own property', async () => {
    const { body } = await read(
      { 'application/json': {} },
      post('{"__proto__":{"admin":true}}', 'application/json'),
    )
    expect(Object.keys(body as object)).toEqual(['__proto__'])
    expect((body as { admin?: unknown }).admin).toBeUndefined()
  })

  test('text, in its charset', async () => {
    const content = { 'text/*': {} }
    expect(await read(content, post('grün', 'text/plain'))).toMatchObject({
      body: 'grün',
      mediaType: 'text/*',
    })
    const latin = new Uint8Array([0x67, 0xfc])
    expect(await read(content, post(latin, 'text/plain; charset=iso-8859-1'))).toMatchObject({ body: 'gü' })
  })

  test('anything else is a Blob', async () => {
    const { body } = await read({ 'image/*': {} }, post(new Uint8Array([1, 2]), 'image/png'))
    expect(body).toBeInstanceOf(Blob)
    expect((body as Blob).type).toBe('image/png')
    expect(new Uint8Array(await (body as Blob).arrayBuffer())).toEqual(new Uint8Array([1, 2]))
  })

  test('multipart: Files, typed fields, repeated names and JSON parts that browsers name as files', async () => {
    const schema = {
      type: 'object',
      properties: {
        photo: { type: 'string', format: 'binary' },
        photos: { type: 'array', items: { type: 'string', format: 'binary' } },
        age: { type: 'integer' },
        owner: { type: 'object' },
        source: { anyOf: [{ type: 'string', format: 'binary' }, { type: 'object' }] },
      },
    }
    const form = new FormData()
    form.set('photo', new File(['x'], 'x.png', { type: 'image/png' }))
    form.append('photos', new File(['y'], 'y.png'))
    form.set('age', '7')
    form.set('owner', new Blob(['{"name":"Ann"}'], { type: 'application/json' }))
    form.set('source', '{"id":1}')
    form.append('other', 'a')
    form.append('other', 'b')
    const { body } = await read(
      { 'multipart/form-data': { schema } },
      new Request('http://host/', { method: 'POST', body: form }),
    )
    const { photo, photos, ...rest } = body as { photo: File; photos: File[] }
    expect([photo.name, photo.type, await photo.text()]).toEqual(['x.png', 'image/png', 'x'])
    expect(photos.map(({ name }) => name)).toEqual(['y.png'])
    expect(rest).toEqual({ age: 7, owner: { name: 'Ann' }, source: { id: 1 }, other: ['a', 'b'] })
  })

  test('multipart: octets are Blobs, byte for byte, where their parts have no file names', async () => {
    const octets = { type: 'string', format: 'binary' } as const
    const schema = {
      type: 'object',
      properties: {
        photo: { anyOf: [octets, { type: 'null' }] },
        photos: { type: 'array', items: octets },
        link: { anyOf: [octets, { type: 'string', format: 'uri' }] },
        caption: { type: 'string' },
      },
    } as const
    const part = (name: string, content: BlobPart, more = '') => [
      `--limit\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`,
      content,
      '\r\n',
    ]
    const sent = new Blob([
      ...part('photo', new Uint8Array([0xff, 0xd8, 0])),
      ...part('caption', 'no file'),
      ...part('photos', new Uint8Array([0xfe])),
      ...part('photos', new Uint8Array([0xfd]), '; filename="b"'),
      ...part('link', 'https://pets.example/1'),
      '--limit--\r\n',
    ])
    const { body } = await read(
      { 'multipart/form-data': { schema } },
      post(await sent.arrayBuffer(), 'multipart/form-data; boundary=limit'),
    )
    const { photo, photos, ...rest } = body as { photo: Blob; photos: Blob[] }
    const bytes = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())]
    expect(await bytes(photo)).toEqual([0xff, 0xd8, 0])
    expect(await Promise.all(photos.map(bytes))).toEqual([[0xfe], [0xfd]])
    expect((photos[1] as File).name).toBe('b')
    expect(rest).toEqual({ link: 'https://pets.example/1', caption: 'no file' })
  })

  test('a form: brackets without a style are an object too', async () => {
    const schema = {
      type: 'object',
      properties: { metadata: { type: 'object' }, ids: { type: 'array', items: { type: 'integer' } } },
    }
    const content = { 'application/x-www-form-urlencoded': { schema } }
    const request = post('metadata[a]=1&ids[]=1&ids[]=2&free+name=a+b', 'application/x-www-form-urlencoded')
    expect((await read(content, request))['body']).toEqual({
      metadata: { a: '1' },
      ids: [1, 2],
      'free name': 'a b',
    })
  })

  test('a form: text that happens to be JSON stays text where text belongs', async () => {
    const schema = { type: 'object', properties: { zip: { type: 'string' }, owner: { type: 'object' } } }
    const content = { 'application/x-www-form-urlencoded': { schema } }
    const request = post('zip=123&owner=%7B%22age%22:1%7D&other=true', 'application/x-www-form-urlencoded')
    expect((await read(content, request))['body']).toEqual({ zip: '123', owner: { age: 1 }, other: 'true' })
  })

  test.each([
    [{ type: 'string', format: 'binary' }, 'octets'],
    [{ type: 'string' }, 'a%=1'],
  ])('a form that the document has as %j is no form', async (schema, expected) => {
    const content = { 'application/x-www-form-urlencoded': { schema } }
    const { body } = await read(content, post('a%=1', 'application/x-www-form-urlencoded'))
    expect(body instanceof Blob ? 'octets' : body).toBe(expected)
    expect(body instanceof Blob ? await body.text() : body).toBe('a%=1')
  })

  test('an optional body may be absent', async () => {
    expect(await read({ 'application/json': {} }, post(null))).not.toHaveProperty('body')
    expect(await read({ 'application/json': {} }, post('', 'application/json'))).not.toHaveProperty('body')
  })

  test('a body that is null is there', async () => {
    expect(await read({ 'application/json': {} }, post('null', 'application/json'))).toHaveProperty(
      'body',
      null,
    )
  })
})

describe('what is refused', () => {
  const kindOf = async (response: Promise<Response>) => {
    const [status, body] = await answerOf(response)
    return [status, (body as { kind: string }).kind]
  }

  test.each<[string, Request, number, string]>([
    ['no body', post(null), 400, 'body-missing'],
    ['an empty body', post('', 'application/json'), 400, 'body-missing'],
    ['broken JSON', post('{"name":', 'application/json'), 400, 'malformed-body'],
    [
      'JSON that is no UTF-8',
      post(new Uint8Array([0x22, 0xff, 0x22]), 'application/json'),
      400,
      'malformed-body',
    ],
    ['another media type', post('<a/>', 'application/xml'), 415, 'unsupported-media-type'],
    ['no media type', post(new Uint8Array([1])), 415, 'unsupported-media-type'],
    ['an invalid value', post('{"name":""}', 'application/json'), 400, 'invalid-body'],
  ])('%s', async (_, request, status, kind) => {
    expect(await kindOf(appOf(json)(request))).toEqual([status, kind])
  })

  test('a multipart body without its boundary', async () => {
    const app = appOf(documentTaking({ 'multipart/form-data': {} }))
    expect(await kindOf(app(post('x', 'multipart/form-data')))).toEqual([400, 'malformed-body'])
  })

  test('an unknown charset', async () => {
    const app = appOf(documentTaking({ 'text/plain': {} }))
    expect(await kindOf(app(post('x', 'text/plain; charset=klingon')))).toEqual([400, 'malformed-body'])
  })

  test('415 says what is supported', async () => {
    const response = await appOf(json)(post('x', 'text/plain'))
    expect(response.headers.get('accept')).toBe('application/json')
  })

  test('a body that the application has read is its own fault', async () => {
    const request = post('{"name":"Rex"}', 'application/json')
    await request.text()
    expect(await kindOf(appOf(json)(request))).toEqual([500, 'handler-failed'])
  })

  test('a body that breaks off', async () => {
    const stream = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    expect(await kindOf(appOf(json)(post(stream, 'application/json')))).toEqual([400, 'malformed-body'])
  })

  test('every issue of a body is told, with indexes as numbers', async () => {
    const app = appOf(json, {
      problemResponse: ({ issues }) => ({
        status: 400,
        body: issues.map(({ location, path }) => [location, path]),
      }),
    })
    expect(await answerOf(app(post('{"tags":["a",1,2]}', 'application/json')))).toEqual([
      400,
      [
        ['body', []],
        ['body', ['tags', 1]],
        ['body', ['tags', 2]],
      ],
    ])
  })

  describe('more bytes than allowed', () => {
    const app = appOf(documentTaking({ 'text/plain': {} }), { maxBodyBytes: 10 })

    test('the limit itself is allowed', async () => {
      expect((await app(post('0123456789', 'text/plain'))).status).toBe(200)
    })

    test('as declared, before a byte is read', async () => {
      const request = new Request('http://host/', {
        method: 'POST',
        body: new ReadableStream({ pull: () => expect.unreachable() }, { highWaterMark: 0 }),
        headers: { 'content-type': 'text/plain', 'content-length': '11' },
        duplex: 'half',
      } as RequestInit)
      expect(await kindOf(app(request))).toEqual([413, 'body-too-large'])
    })

    test('of a stream, which is not read to its end', async () => {
      let sent = 0
      let cancelled = false
      const stream = new ReadableStream({
        pull: (controller) => {
          sent += 1
          controller.enqueue(new TextEncoder().encode('0123'))
        },
        cancel: () => {
          cancelled = true
        },
      })
      expect(await kindOf(app(post(stream, 'text/plain')))).toEqual([413, 'body-too-large'])
      expect(sent).toBeLessThan(6)
      expect(cancelled).toBe(true)
    })
  })
})
