import { describe, expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

describe('what the document shows of an answer is what is there', () => {
  test('of one thing: nothing is made up beside it', async () => {
    const mock = await mockOf('gallery.yaml')
    expect((await send(mock, 'GET /greeting')).body).toEqual({ hi: 'Hallo' })
    expect((await send(mock, 'GET /hours')).body).toEqual(['mo', 'fr'])
  })

  test('of items in a read: they can be read, and the list has them', async () => {
    const mock = await mockOf('gallery.yaml')
    expect((await send(mock, 'GET /pictures/1')).body).toEqual({ id: 1, name: 'Rose', size: 40 })
    expect((await send(mock, 'GET /pictures/2')).body).toEqual({ id: 2, name: 'Max', size: 60 })
    const listed = (await send(mock, 'GET /pictures')).body as unknown[]
    expect(listed.slice(0, 2)).toEqual([
      { id: 1, name: 'Rose', size: 40 },
      { id: 2, name: 'Max', size: 60 },
    ])
    expect(listed).toHaveLength(3)
  })

  test('of items in envelopes, with what stands around them; of one item all that is shown', async () => {
    const mock = await mockOf('gallery.yaml', { items: 2 })
    expect((await send(mock, 'GET /frames')).body).toEqual({
      shop: 'Oak & Co',
      total: 2,
      frames: [
        { code: 'f-1', wood: 'oak', note: 'cracked' },
        { code: 'f-2', wood: 'ash' },
      ],
    })
    expect((await send(mock, 'GET /frames/f-1')).body).toEqual({
      shop: 'Oak and sons',
      frame: { code: 'f-1', wood: 'oak', note: 'cracked' },
    })
  })

  test('of a header', async () => {
    const mock = await mockOf('gallery.yaml')
    const { headers } = await send(mock, 'GET /pictures/1')
    expect([headers.get('x-rate'), headers.get('x-next')]).toEqual(['42', 'tomorrow'])
  })

  test('unless its schema refuses it', async () => {
    const mock = await mockOf('gallery.yaml')
    expect((await send(mock, 'GET /unsound')).body).toEqual({ count: expect.any(Number) })
  })

  test('until somebody writes it, and to one tenant alone', async () => {
    const mock = await mockOf('gallery.yaml')
    expect((await send(mock, 'PUT /hours', { body: { su: 'closed' } })).status).toBe(204)
    expect((await send(mock, 'GET /hours')).body).toEqual({ su: 'closed' })
    const keyed = await mockOf('gallery.yaml', { keys: { one: 'one', other: 'other' } })
    expect((await send(keyed, 'GET /pictures/1', { key: 'one' })).status).toBe(200)
  })
})

describe('what a caller prefers', () => {
  test('is an example by its name, whether what it shows is there or not', async () => {
    const mock = await mockOf('gallery.yaml')
    const answer = await send(mock, 'GET /pictures/99', { headers: { prefer: 'example=max' } })
    expect(answer).toMatchObject({ status: 200, body: { id: 2, name: 'Max' } })
  })

  test('is a status that the document has: any other is ignored, and the answer says so', async () => {
    const mock = await mockOf('gallery.yaml')
    const documented = await send(mock, 'GET /pictures/1', { headers: { prefer: 'code=404' } })
    expect(documented).toMatchObject({ status: 404, body: { why: 'Sold' } })
    const other = await send(mock, 'GET /pictures/1', { headers: { prefer: 'code=418' } })
    expect(other).toMatchObject({ status: 200, body: { name: 'Rose' } })
    expect(other.headers.get('mock-problem')).toBe(
      'The document has no 418 response for "readPicture". Documented: 200, 404.',
    )
  })
})

describe('statuses and headers are those of the document and of HTTP', () => {
  test('a coding that the body does not have is not claimed', async () => {
    const { headers } = await send(await mockOf('gallery.yaml'), 'GET /packed')
    expect(headers.has('content-encoding')).toBe(false)
  })

  test('a redirect leads where the document shows, and never to itself', async () => {
    const mock = await mockOf('gallery.yaml')
    expect((await send(mock, 'GET /moved')).headers.get('location')).toBe('https://elsewhere.example/x')
    expect((await send(mock, 'GET /away')).headers.get('location')).toBe('https://example.com/')
  })

  test('what is made stands below the path that it was asked for at', async () => {
    const mock = await mockOf('gallery.yaml')
    for (const [id, base] of ['', '/api/v1', '/api/v2'].entries()) {
      const { headers } = await send(mock, `POST ${base}/pictures`, { body: { id: 70 + id, name: 'Ada' } })
      const location = headers.get('location') ?? ''
      expect(location).toMatch(new RegExp(`^http://mock.test${base}/pictures/\\d+$`))
      expect((await send(mock, `GET ${new URL(location).pathname}`)).status).toBe(200)
    }
  })

  test('every value that a variable of a server lists is served', async () => {
    const mock = await mockOf('gallery.yaml')
    for (const base of ['', '/api/v1', '/api/v2'])
      expect((await send(mock, `GET ${base}/greeting`)).status).toBe(200)
    expect((await send(mock, 'GET /api/v3/greeting')).status).toBe(404)
  })

  test('an operation that documents no success answers what it documents', async () => {
    expect((await send(await mockOf('gallery.yaml'), 'GET /gone')).status).toBe(410)
  })

  test('a refusal has a status that is documented, and none that is about something else', async () => {
    expect((await send(await mockOf('gallery.yaml'), 'GET /strict?size=x')).status).toBe(406)
  })

  test('what was there before is not created', async () => {
    const mock = await mockOf('gallery.yaml')
    expect((await send(mock, 'POST /pictures', { body: { id: 50, name: 'Ada' } })).status).toBe(201)
    expect((await send(mock, 'POST /pictures', { body: { id: 50, name: 'Eve' } })).status).toBe(200)
    expect((await send(mock, 'DELETE /hours')).status).toBe(204)
    expect((await send(mock, 'PUT /hours', { body: {} })).status).toBe(201)
    expect((await send(mock, 'PUT /hours', { body: {} })).status).toBe(204)
  })
})

test('the members of a deep object filter as parameters of their names do', async () => {
  const mock = await mockOf('gallery.yaml')
  const names = async (query: string) =>
    ((await send(mock, `GET /pictures?${query}`)).body as { name: string }[]).map(({ name }) => name)
  expect(await names('filter%5Bname%5D=Rose')).toEqual(['Rose'])
  expect(await names('filter%5Bname%5D=nobody')).toEqual([])
  expect((await names('filter%5Bsize%5D%5Bgte%5D=50')).includes('Rose')).toBe(false)
})

test('XML has the names, attributes and wrappers that the document gives', async () => {
  const { body } = await send(await mockOf('gallery.yaml'), 'GET /catalogue')
  expect(body).toBe(
    '<g:catalogue xmlns:g="https://gallery.example/ns" n="3"><sheet>&lt;1></sheet><pictures><picture>Rose</picture></pictures></g:catalogue>',
  )
})

test('a value that may be null ends where optional members do', async () => {
  const { body } = await send(await mockOf('gallery.yaml'), 'GET /people')
  expect(JSON.stringify(body).match(/spouse/g)?.length).toBeLessThan(20)
})
