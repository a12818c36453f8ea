import { type MediaTypeDescriptor, serializeBody } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { appOf, documentOf, received } from './echo-app.ts'

const schema = {
  type: 'array',
  prefixItems: [{ type: 'object' }, { type: 'integer' }],
  items: {},
} as const
const MIXED: MediaTypeDescriptor = {
  schema,
  prefixEncoding: [{}, {}],
  itemEncoding: { contentType: 'image/png' },
}

function requestBody(media: MediaTypeDescriptor, mediaType = 'multipart/mixed') {
  return { required: true, content: { [mediaType]: media } } as const
}

function post(body: BodyInit, type: string): Request {
  return new Request('http://host/', { method: 'POST', body, headers: { 'content-type': type } })
}

test('parts are written and read by their places', async () => {
  const call = received({ method: 'POST', requestBody: requestBody(MIXED) })
  const value = [
    { name: 'é' },
    7,
    new Uint8Array([0, 13, 10, 255]),
    new Blob(['<a/>'], { type: 'image/svg' }),
  ]
  const { body, contentType } = serializeBody({ content: { 'multipart/mixed': MIXED } }, value)
  expect(contentType).toMatch(/^multipart\/mixed; boundary=/)
  const { body: read } = await call(post(body, contentType ?? ''))
  const [object, number, bytes, file, ...more] = read as unknown[]
  expect([object, number, more]).toEqual([{ name: 'é' }, 7, []])
  const blobs = [bytes, file] as Blob[]
  expect(blobs.map(({ type }) => type)).toEqual(['image/png', 'image/svg'])
  expect([...new Uint8Array(await (blobs[0] as Blob).arrayBuffer())]).toEqual([0, 13, 10, 255])
  expect(await blobs[1]?.text()).toBe('<a/>')
})

test('named parts of another multipart are those of a form', async () => {
  const media: MediaTypeDescriptor = {
    schema: { type: 'object', properties: { count: { type: 'integer' }, meta: { type: 'object' } } },
  }
  const call = received({ method: 'POST', requestBody: requestBody(media, 'multipart/related') })
  const value = { count: 3, meta: { a: 1 } }
  const { body, contentType } = serializeBody({ content: { 'multipart/related': media } }, value)
  expect(contentType).toMatch(/^multipart\/related; boundary=/)
  expect((await call(post(body, contentType ?? '')))['body']).toEqual(value)
})

describe('what others write', () => {
  const call = received({
    method: 'POST',
    requestBody: requestBody({ schema: { type: 'array', items: {} } }),
  })
  const read = async (body: string, boundary = 'b') =>
    (await call(post(body, `multipart/mixed; boundary=${boundary}`)))['body']

  test.each<[string, string, unknown[]]>([
    ['a preamble and an epilogue', 'hello\r\n--b\r\n\r\none\r\n--b--\r\nbye', ['one']],
    ['no part', '--b--\r\n', []],
    ['an empty part', '--b\r\n\r\n--b\r\n\r\n\r\n--b--', ['', '']],
    ['spaces behind a delimiter', '--b  \r\n\r\none\r\n--b-- ', ['one']],
    ['headers in any case', '--b\r\nX-A: 1\r\ncontent-TYPE:application/json; a=b\r\n\r\n[1]\r\n--b--', [[1]]],
    ['dashes and line breaks inside', '--b\r\n\r\n--a\r\n\r\n-b\r\n\r\n--b--', ['--a\r\n\r\n-b\r\n']],
  ])('%s', async (_, body, expected) => {
    expect(await read(body)).toEqual(expected)
  })

  test.each([
    ['no boundary', 'multipart/mixed', '--b--'],
    ['no end', 'multipart/mixed; boundary=b', '--b\r\n\r\none'],
    ['no delimiter', 'multipart/mixed; boundary=b', 'one'],
    [
      'a part that is not the JSON that it says',
      'multipart/mixed; boundary=b',
      '--b\r\nContent-Type: application/json\r\n\r\n{\r\n--b--',
    ],
    ['more parts than allowed', 'multipart/mixed; boundary=b', `${'--b\r\n\r\n\r\n'.repeat(20)}--b--`],
  ])('%s is refused', async (_, type, body) => {
    const operation = { path: '/', method: 'POST', requestBody: requestBody({ schema: { type: 'array' } }) }
    const app = appOf(documentOf([operation]), { bodyLimits: { fields: 10 } })
    const { status } = await app(post(body, type))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
})
