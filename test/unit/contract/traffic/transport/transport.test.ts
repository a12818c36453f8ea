import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { transportOf } from '@concordat/contract/access'
import manifest from '@concordat/contract/package.json' with { type: 'json' }
import { afterEach, describe, expect, test } from 'vitest'
import { closeAll, listen } from '../../support/listen.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

afterEach(closeAll)

const send = (
  url: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: BodyInit; headers?: HeadersInit } = {},
) =>
  transportOf({})(
    { method, url: new URL(url), headers: new Headers(headers), ...(body !== undefined && { body }) },
    new AbortController().signal,
  )

/** Echoes the request's method, headers and body. */
const mirror = () =>
  listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, headers } = request
    response.end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }))
  })

describe('a request carries', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'GET'])('the body of %s with its length', async (method) => {
    const headers = { 'content-type': 'text/plain' }
    const { status, text } = await send(await mirror(), { method, body: 'Åse', headers })
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
      method,
      body: 'Åse',
      headers: { 'content-length': '4', 'content-type': 'text/plain' },
    })
  })

  test('a form with the boundary of its body', async () => {
    const form = new FormData()
    form.set('name', 'Ada')
    form.set('file', new Blob(['text'], { type: 'text/plain' }), 'a.txt')
    const { headers, body } = JSON.parse(
      (await send(await mirror(), { method: 'POST', body: form })).text,
    ) as { headers: Record<string, string>; body: string }
    const [, boundary] = /^multipart\/form-data; boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? []
    expect(boundary).toBeTruthy()
    expect(body.startsWith(`--${boundary}\r\n`)).toBe(true)
    expect(body).toContain('filename="a.txt"')
  })

  test('the name and the version of the client', async () => {
    const { text } = await send(await mirror(), {})
    expect(JSON.parse(text).headers['user-agent']).toBe(`concordat/${manifest.version}`)
  })

  test('a name of its own for the client', async () => {
    const { text } = await send(await mirror(), { headers: { 'User-Agent': 'mine/1' } })
    expect(JSON.parse(text).headers['user-agent']).toBe('mine/1')
  })
})

describe('an answer is', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['unheard-of', Buffer.from],
  ] as const)('read through the coding %s', async (coding, encode) => {
    const url = await listen((_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(encode(Buffer.from('Åse'))),
    )
    expect((await send(url)).text).toBe('Åse')
  })

  test('given with every value of a header, and a redirect as it is', async () => {
    const url = await listen((_, response) =>
      response.writeHead(302, { location: '/other', 'set-cookie': ['a=1', 'b=2'] }).end(),
    )
    const { status, headers, text } = await send(url)
    expect([status, headers.get('location'), headers.getSetCookie(), text]).toEqual([
      302,
      '/other',
      ['a=1', 'b=2'],
      '',
    ])
  })

  test('unreadable when its coding is broken, and refused when it ends too early', async () => {
    const broken = await listen((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    )
    expect((await send(broken)).unreadable).toContain('incorrect header check')
    const short = await listen((_, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('12345')
      setTimeout(() => response.destroy(), 20)
    })
    await expect(send(short)).rejects.toThrow('aborted')
  })
})

test('the end of the time is the reason, before the answer and within it', async () => {
  const silent = await listen(() => {})
  const slow = await listen((_, response) => void response.writeHead(200).write('a'))
  for (const url of [silent, slow])
    await expect(
      transportOf({})({ method: 'GET', url: new URL(url), headers: new Headers() }, AbortSignal.timeout(50)),
    ).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('one connection serves one request after the other', async () => {
  const ports = new Set<number | undefined>()
  const url = await listen((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('ok')
  })
  const transport = transportOf({})
  for (let round = 0; round < 3; round++)
    await transport(
      { method: 'GET', url: new URL(url), headers: new Headers() },
      new AbortController().signal,
    )
  expect(ports.size).toBe(1)
})

describe('an answer is read no further than it is worth', () => {
  /** Sends for as long as somebody reads. */
  const endless = (type: string, character: string) =>
    listen((_, response) => {
      response.writeHead(200, { 'content-type': type })
      const piece = Buffer.alloc(2 ** 16, character)
      const go = (): void => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', go)
      go()
    })

  test('JSON without an end cannot be read, a file without an end is cut', async () => {
    const blanks = await send(await endless('application/json', ' '))
    expect(blanks).toMatchObject({ status: 200, unreadable: 'more than 10 MiB' })
    const lists = await send(await endless('application/json', '['))
    expect(lists).toMatchObject({ status: 200, unreadable: 'JSON nested deeper than 512 levels' })
    const { status, text, isCut } = await send(await endless('application/octet-stream', '['))
    expect([status, isCut]).toEqual([200, true])
    expect(text.length).toBeLessThan(11 * 2 ** 20)
  })

  test('JSON that unpacks to too much is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20, ' '))
    const url = await listen((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(bomb),
    )
    expect(await send(url)).toMatchObject({ status: 200, text: '', unreadable: 'more than 10 MiB' })
  })

  const broken = async (handle: RequestListener): Promise<string[]> => {
    const content = { 'application/json': { schema: {} } }
    const responses = { 200: { content } }
    const operation = { operationId: 'dig', method: 'GET', path: '/dig', responses } as const
    const baseUrl = new URL(await listen(handle)).origin
    return outcomes(documentOf([operation]), { baseUrl, rules: ['conformance'] })
  }
  const json = { 'content-type': 'application/json' }

  test.each([
    ['nested too deep', '['.repeat(200_000), 'JSON nested deeper than 512 levels'],
    ['of too many values', `[${'1,'.repeat(500_001)}1]`, 'JSON with more than 500000 values'],
    ['that is too long', ' '.repeat(11 * 2 ** 20), 'more than 10 MiB'],
  ])('JSON %s is none that the document describes', async (_what, text, received) => {
    expect(await broken((_, response) => response.writeHead(200, json).end(text))).toEqual([
      `conformance dig: a readable application/json body | ${received}`,
    ])
  })

  test('JSON of too many values is read no further', async () => {
    let left = 1000
    const url = await listen((_, response) => {
      const more = (): void => {
        while (!response.destroyed && left-- > 0 && response.write('1,'.repeat(50_000)));
        if (!response.destroyed && left > 0) response.once('drain', more)
      }
      response.writeHead(200, json).write('[')
      more()
    })
    expect(await send(url)).toMatchObject({ status: 200, unreadable: 'JSON with more than 500000 values' })
    expect(left).toBeGreaterThan(0)
  })

  test.each([
    ['gzip', gzipSync],
    ['identity', Buffer.from],
  ] as const)('JSON is measured once it is decoded from %s', async (coding, encode) => {
    const url = await listen((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
        .end(encode(Buffer.from('['.repeat(513)))),
    )
    expect((await send(url)).unreadable).toBe('JSON nested deeper than 512 levels')
  })

  test('nor is what is not in the coding that it names', async () => {
    const headers = { ...json, 'content-encoding': 'gzip' }
    expect(await broken((_, response) => response.writeHead(200, headers).end('{}'))).toEqual([
      'conformance dig: a readable application/json body | content that cannot be decoded as "gzip": incorrect header check',
    ])
  })
})

test('a kept connection that was closed without a byte is no response: the request is sent once more', async () => {
  let answers = 0
  let closed = 0
  const url = await listen((request, response) => {
    if (answers++ === 1) {
      closed++
      request.socket.destroy()
    } else response.end('ok')
  })
  const transport = transportOf({})
  const post = () =>
    transport(
      { method: 'POST', url: new URL(url), headers: new Headers(), body: 'x' },
      new AbortController().signal,
    )
  expect([(await post()).text, (await post()).text, closed]).toEqual(['ok', 'ok', 1])
  const dead = await listen((request) => request.socket.destroy())
  await expect(send(dead)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

describe('a signature', () => {
  const signedSend = async (url: string, signs: string) => {
    const transport = transportOf({
      baseUrl: signs,
      sign: ({ url: address, headers, body }) => {
        address.searchParams.set('nonce', '7')
        headers.set('x-length', String(body?.byteLength))
      },
    })
    const request = { method: 'POST', url: new URL(url), headers: new Headers(), body: 'Åse' }
    const { text, signed } = await transport(request, new AbortController().signal)
    expect(request.url.href, 'the request itself stays as it was').toBe(new URL(url).href)
    return { ...(JSON.parse(text) as { headers: Record<string, string>; body: string }), signed }
  }

  test('is made of the bytes that are sent', async () => {
    const url = await mirror()
    const { headers, body, signed } = await signedSend(url, url)
    expect(signed).toEqual(['x-length'])
    expect(headers).toMatchObject({ 'x-length': '4', 'content-length': '4' })
    expect(body).toBe('Åse')
  })

  test('is not given to another origin', async () => {
    const { headers } = await signedSend(await mirror(), await mirror())
    expect(headers['x-length']).toBeUndefined()
  })
})

test('a body after HEAD does not spoil the answer to the next request', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    // The body arrives so late that the next request is already under way.
    let late = ''
    socket.on('data', (data) => {
      const isHead = String(data).startsWith('HEAD')
      socket.write(`${late}HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n${isHead ? '' : 'body'}`)
      late = isHead ? 'body' : ''
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const transport = transportOf({})
    const ask = (method: string) =>
      transport(
        { method, url: new URL(`http://127.0.0.1:${port}/`), headers: new Headers() },
        AbortSignal.timeout(5000),
      )
    await ask('HEAD')
    expect((await ask('GET')).text).toBe('body')
  } finally {
    server.close()
  }
})
