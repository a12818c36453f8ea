import type { MediaTypeDescriptor } from '@concordat/runtime/http'
import type { AppOptions } from '@concordat/runtime/server'
import { describe, expect, test, vi } from 'vitest'
import { answerOf, appOf, documentOf } from './echo-app.ts'

type Options = Omit<Partial<AppOptions<object, unknown>>, 'handlers'>

function send(
  { mediaType, schema, ...options }: { mediaType: string; schema?: MediaTypeDescriptor['schema'] } & Options,
  body: BodyInit,
  contentType = mediaType,
) {
  const content = { [mediaType]: schema === undefined ? {} : { schema } }
  const app = appOf(documentOf([{ path: '/', method: 'POST', requestBody: { content } }]), options)
  const headers = { 'content-type': contentType }
  return answerOf(app(new Request('http://host/', { method: 'POST', body, headers })))
}

const json = (text: string, options: Options = {}) =>
  send({ mediaType: 'application/json', ...options }, text)
const taken = [200, {}]
const tooComplex = (detail: string) => [413, expect.objectContaining({ kind: 'body-too-complex', detail })]

/** A very large number of properties, yet no test in this file should take seconds. */
const manyMembers = `[${'{"a":1,"b":1},'.repeat(250_000)}{"a":1}]`

describe('JSON', () => {
  test('by default half a million members, a million items and 512 levels are taken', async () => {
    expect(await json(manyMembers)).toEqual(tooComplex('The body has more than 500000 properties.'))
    expect(await json(`[${'{},'.repeat(1_000_000)}{}]`)).toEqual(
      tooComplex('The body has more than 1000000 items.'),
    )
    expect(await json(`[${'1,'.repeat(999_999)}1]`)).toMatchObject(taken)
    expect(await json('['.repeat(512) + ']'.repeat(512))).toMatchObject(taken)
    expect(await json('['.repeat(513) + ']'.repeat(513))).toEqual([
      400,
      expect.objectContaining({
        kind: 'invalid-body',
        errors: [{ location: 'body', pointer: '', detail: 'must not be nested deeper than 512 levels' }],
      }),
    ])
  })

  test('nesting is bounded where it is not closed and not well-formed', async () => {
    expect(await json('{"a":'.repeat(100_000))).toMatchObject([400, { kind: 'invalid-body' }])
    expect(await json(`${']'.repeat(1000)}[`)).toMatchObject([400, { kind: 'malformed-body' }])
  })

  test('limits are options, each by itself', async () => {
    const options = { bodyLimits: { members: 3, items: 4, depth: 3 } }
    expect(await json('{"a":1,"b":2,"c":{}}', options)).toMatchObject(taken)
    expect(await json('{"a":1,"b":2,"c":{"d":1}}', options)).toEqual(
      tooComplex('The body has more than 3 properties.'),
    )
    expect(await json('[1,2,3,4]', options)).toMatchObject(taken)
    expect(await json('[1,2,3,[4]]', options)).toEqual(tooComplex('The body has more than 4 items.'))
    expect(await json('[[[]]]', options)).toMatchObject(taken)
    expect(await json('[[[{}]]]', options)).toMatchObject([400, { kind: 'invalid-body' }])
  })

  describe('names that differ', () => {
    const many = 50_000
    const objects = (count: number, membersOf: (index: number) => string) =>
      `[${Array.from({ length: count }, (_, index) => `{${membersOf(index)}}`).join(',')}]`
    const members = (count: number, nameOf: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => `"${nameOf(index)}":1`).join(',')
    const refused = tooComplex(
      `The body has more than ${many} distinct property names; a name counts again if it follows different properties.`,
    )

    test('are bounded, whatever the number of members', async () => {
      expect(await json(objects(2_500, (index) => members(46, (at) => `k${index}_${at}`)))).toEqual(refused)
      expect(await json(objects(10_000, () => members(46, (at) => `k${at}`)))).toMatchObject(taken)
    })

    test('count again in another order, for which an engine makes another shape', async () => {
      const names = Array.from({ length: 46 }, (_, at) => `k${at}`)
      // The order of an object's names encodes its index in binary: each pair of names is in one order or the
      // other.
      const ordered = (index: number) =>
        names.map((_, at) => names[(index >> (at >> 1)) & 1 && at < 32 ? at ^ 1 : at] ?? '')
      const shuffled = (index: number) => members(46, (at) => ordered(index)[at] ?? '')
      expect(await json(objects(10_000, shuffled))).toEqual(refused)
    })

    test('count behind 128 others, which an engine keeps in a table', async () => {
      expect(await json(`{${members(many, (at) => `k${at}`)}}`)).toMatchObject(taken)
      expect(await json(`{${members(many + 1, (at) => `k${at}`)}}`)).toEqual(refused)
      const maps = { bodyLimits: { names: 200 } }
      expect(
        await json(
          objects(1, () => members(200, (at) => `k${at}`)),
          maps,
        ),
      ).toMatchObject(taken)
      expect(
        await json(
          objects(2, () => members(200, (at) => `k${at}`)),
          maps,
        ),
      ).toMatchObject([413, {}])
    })

    test('are not too long: an engine would compare each with all others that are as long', async () => {
      const longest = 'a'.repeat(16_383)
      const tooLong = tooComplex('The body has a name longer than 16383 characters.')
      const filler = `"z":[${'1,'.repeat(200_000)}1]`
      expect(await json(`{"${longest}":1,${filler}}`)).toMatchObject(taken)
      expect(await json(`{"${longest}a":1,${filler}}`)).toEqual(tooLong)
      const mediaType = 'application/x-www-form-urlencoded'
      expect(await send({ mediaType }, `${longest}=1`)).toMatchObject(taken)
      expect(await send({ mediaType }, `b=${longest}a&${longest}a=1`)).toEqual(tooLong)
      expect(await send({ mediaType }, `${longest}a`)).toEqual(tooLong)
    })

    test('are counted over all fields of a form', async () => {
      const field = (index: number) => objects(500, (at) => members(46, (n) => `k${index}_${at}_${n}`))
      const schema = { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } }
      const fields = [0, 1, 2].map((index) => `f${index}=${encodeURIComponent(field(index))}`)
      const form = { mediaType: 'application/x-www-form-urlencoded', schema }
      expect(await send(form, fields.slice(0, 1).join('&'))).toMatchObject(taken)
      expect(await send(form, fields.join('&'))).toEqual(refused)
    })

    test('are an option', async () => {
      const options = { bodyLimits: { names: 2 } }
      expect(await json('[{"a":1,"b":1},{"a":1,"b":1}]', options)).toMatchObject(taken)
      expect(await json('[{"a":1,"b":1},{"b":1}]', options)).toMatchObject([413, {}])
    })
  })

  test('what stands in texts counts for nothing', async () => {
    const options = { bodyLimits: { members: 1, items: 3, depth: 2 } }
    expect(await json(String.raw`{"a,\":[{":["[[[[,,,,::::","\\",",\\\","]}`, options)).toMatchObject(taken)
    expect(await json(String.raw`{"a":["\\",[1]]}`, options)).toMatchObject([400, { kind: 'invalid-body' }])
  })
})

describe('forms', () => {
  const mediaType = 'application/x-www-form-urlencoded'
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&')

  test('a thousand fields by default', async () => {
    expect(await send({ mediaType }, fields(1000))).toMatchObject(taken)
    expect(await send({ mediaType }, fields(1001))).toEqual(tooComplex('The body has more than 1000 fields.'))
    expect(await send({ mediaType, bodyLimits: { fields: 2 } }, fields(3))).toMatchObject([413, {}])
  })

  test('JSON in a field is bounded like JSON', async () => {
    const schema = { type: 'object', properties: { owner: { type: 'object' } } }
    const deep = encodeURIComponent(`${'{"a":'.repeat(600)}1${'}'.repeat(600)}`)
    expect(await send({ mediaType, schema }, `owner=${deep}`)).toMatchObject([400, { kind: 'invalid-body' }])
  })

  test('a delimited list is bounded like an array', async () => {
    const content = {
      [mediaType]: {
        schema: { type: 'object', properties: { ids: { type: 'array', items: { type: 'integer' } } } },
        encoding: { ids: { style: 'form', explode: false } },
      },
    } as const
    const app = appOf(documentOf([{ path: '/', method: 'POST', requestBody: { content } }]), {
      bodyLimits: { items: 3 },
    })
    const post = (body: string) =>
      answerOf(
        app(new Request('http://host/', { method: 'POST', body, headers: { 'content-type': mediaType } })),
      )
    expect(await post('ids=1,2,3')).toMatchObject(taken)
    expect(await post('ids=1,2,3,4')).toEqual(tooComplex('The body has more than 3 items.'))
  })
})

test('a multipart body has so many parts, and no JSON in them is too deep', async () => {
  const form = (count: number, value = '1') => {
    const made = new FormData()
    for (let index = 0; index < count; index++) made.append(`f${index}`, value)
    return made
  }
  const schema = { type: 'object', properties: { f0: { type: 'object' } } }
  const post = async (body: FormData) => {
    const encoded = new Request('http://host/', { method: 'POST', body })
    const options = { mediaType: 'multipart/form-data', schema, bodyLimits: { fields: 3, depth: 1 } }
    return await send(options, await encoded.arrayBuffer(), encoded.headers.get('content-type') ?? '')
  }
  expect(await post(form(3, '{}'))).toMatchObject(taken)
  expect(await post(form(4))).toEqual(tooComplex('The body has more than 3 fields.'))
  expect(await post(form(1, '{"a":{"b":{}}}'))).toMatchObject([400, { kind: 'invalid-body' }])
})

describe('the parts of a form are counted by the boundary that they are parsed by', () => {
  const mediaType = 'multipart/form-data'
  const parts = (count: number) =>
    `${Array.from({ length: count }, (_, index) => `--real\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\nv\r\n`).join('')}--real--\r\n`

  test.each([
    'multipart/form-data; x="; boundary=other"; boundary=real',
    String.raw`multipart/form-data; x="\"; boundary=other; y="; boundary=real`,
    String.raw`multipart/form-data; boundary="re\al"`,
    'multipart/form-data; aboundary=other; BOUNDARY=real',
  ])('%s', async (contentType) => {
    const parse = vi.spyOn(Response.prototype, 'formData')
    expect(await send({ mediaType }, parts(1000), contentType)).toMatchObject(taken)
    expect(await send({ mediaType }, parts(1001), contentType)).toEqual(
      tooComplex('The body has more than 1000 fields.'),
    )
    // No other parser receives these bodies.
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })

  test.each([
    ['no name', '--real\r\n\r\nv\r\n--real--', 'a part has no name'],
    [
      'no end',
      '--real\r\ncontent-disposition: form-data; name="a"\r\n\r\nv',
      'its closing boundary is missing',
    ],
    ['no parts', 'v', 'its closing boundary is missing'],
    [
      'long headers',
      `--real\r\ncontent-disposition: form-data; name="${'a'.repeat(20_000)}"\r\n\r\nv\r\n--real--`,
      'the headers of a part are longer than 16384 bytes',
    ],
    [
      'what is not base64',
      '--real\r\ncontent-disposition: form-data; name="a"\r\ncontent-transfer-encoding: base64\r\n\r\n*\r\n--real--',
      'a part is not valid base64, although its Content-Transfer-Encoding is base64',
    ],
  ])('%s is refused', async (_, body, fact) => {
    const detail = `The body cannot be parsed as "multipart/form-data": ${fact}.`
    const refused = expect.objectContaining({ kind: 'malformed-body', detail })
    expect(await send({ mediaType }, body, `${mediaType}; boundary=real`)).toEqual([400, refused])
  })

  test('two boundaries are refused', async () => {
    const contentType = `${mediaType}; boundary=other; boundary=real`
    const detail =
      'The body cannot be parsed as "multipart/form-data": its media type has more than one boundary.'
    const refused = expect.objectContaining({ kind: 'malformed-body', detail })
    expect(await send({ mediaType }, parts(1), contentType)).toEqual([400, refused])
  })

  test('four times as many parts take four times as long where somebody allows them', async () => {
    const timeOf = async (count: number) => {
      const body = parts(count)
      const { user } = process.cpuUsage()
      const options = { mediaType, bodyLimits: { fields: count } }
      expect(await send(options, body, `${mediaType}; boundary=real`)).toMatchObject(taken)
      return process.cpuUsage().user - user
    }
    await timeOf(1000)
    const [one, four] = [await timeOf(10_000), await timeOf(40_000)]
    expect(four / one).toBeLessThan(7)
  })
})

test.each(['4', '0'])(
  'a body that is longer than %s, which it says, is not read to its end',
  async (length) => {
    let sent = 0
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1
        controller.enqueue(new TextEncoder().encode('0123'))
      },
    })
    const content = { 'text/plain': {} }
    const document = documentOf([{ path: '/', method: 'POST', requestBody: { content } }])
    const headers = { 'content-type': 'text/plain', 'content-length': length }
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    const answer = await answerOf(appOf(document, { maxBodyBytes: 10 })(new Request('http://host/', init)))
    expect(answer).toMatchObject([413, { kind: 'body-too-large' }])
    expect(sent).toBeLessThan(6)
  },
)

test('the number of issues is an option, and a count at which validation stopped is said to be one', async () => {
  const schema = { type: 'array', items: { type: 'string' } }
  const detailOf = async (count: number, options: Options = {}) => {
    const body = JSON.stringify(Array.from({ length: count }, () => 1))
    const [, answer] = await send({ mediaType: 'application/json', schema, ...options }, body)
    return (answer as { detail: string }).detail
  }
  expect(await detailOf(1)).toBe('body.0 must be a string.')
  expect(await detailOf(3)).toBe('body.0 must be a string. And 2 more.')
  expect(await detailOf(100)).toBe('body.0 must be a string. And at least 19 more.')
  expect(await detailOf(100, { maxIssues: 3 })).toBe('body.0 must be a string. And at least 2 more.')
})

test('no pattern of a document holds the server up', async () => {
  const schema = { type: 'string', pattern: '^(a+)+$' }
  const post = (value: string) => send({ mediaType: 'application/json', schema }, JSON.stringify(value))
  expect(await post(`${'a'.repeat(10_000)}!`)).toMatchObject([400, { kind: 'invalid-body' }])
  expect(await post('a'.repeat(10_000))).toMatchObject(taken)
})

test('authorizeBody refuses a body before it is validated', async () => {
  const seen: unknown[] = []
  const schema = { type: 'object', required: ['token'] }
  const authorizeBody: Options['authorizeBody'] = async ({ body, operation }) => {
    seen.push([operation.path, body])
  }
  const answer = await send({ mediaType: 'application/json', schema, authorizeBody }, '{"a":1}')
  expect(seen).toEqual([['/', { a: 1 }]])
  expect(answer).toMatchObject([400, { kind: 'invalid-body' }])
})

test('authorizeBody answers the tenant where it answers one, before that of authorize', async () => {
  const content = { 'application/json': {} }
  const app = appOf(documentOf([{ path: '/', method: 'POST', requestBody: { content } }]), {
    authorize: async () => 'of the path',
    authorizeBody: async ({ body }) => (body === 'none' ? undefined : `of ${body}`),
    handlers: { operation0: (_: never, { tenant }: { tenant: unknown }) => ({ status: 200, body: tenant }) },
  })
  const post = (body?: string) =>
    answerOf(
      app(
        new Request('http://host/', {
          method: 'POST',
          ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
        }),
      ),
    )
  expect(await post('"a"')).toEqual([200, 'of a'])
  expect(await post('"none"')).toEqual([200, 'of the path'])
  expect(await post()).toEqual([200, 'of the path'])
})
