import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answering, toAnswering, toFetch, toIncoming } from '@concordat/runtime/server'
import { serve } from '@concordat/runtime/server/node'
import { describe, expect, test, vi } from 'vitest'

const hello: Answering = ({ method, target, request }) => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
  body: JSON.stringify({ method, path: target.pathname, url: request.url }),
  mediaType: 'application/json',
})

describe('what stands before an App', () => {
  test('is a function of the web platform', async () => {
    const response = await toFetch(hello)(new Request('http://localhost/a?b=c'))
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.json()).toEqual({ method: 'GET', path: '/a', url: 'http://localhost/a?b=c' })
  })

  test('has the answer of any other function as it was', async () => {
    const fetch = async (request: Request) =>
      new Response(`at ${request.url}`, {
        status: 201,
        headers: [
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
          ['Content-Type', 'text/plain;charset=UTF-8'],
          ['X-Kind', 'x'],
        ],
      })
    const answer = toAnswering(fetch)
    const { status, headers, mediaType } = await answer(toIncoming(new Request('http://localhost/')))
    expect({ status, headers, mediaType }).toEqual({
      status: 201,
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'set-cookie': ['a=1', 'b=2'], 'x-kind': 'x' },
      mediaType: 'text/plain',
    })
    const again = await toFetch(answer)(new Request('http://localhost/'))
    expect(await again.text()).toBe('at http://localhost/')
  })

  test.each<[string, Answering]>([
    [
      'at once',
      () => {
        throw new Error('broken')
      },
    ],
    [
      'later',
      async () => {
        throw new Error('broken')
      },
    ],
    [
      'in headers that HTTP cannot carry',
      () => ({ status: 200, headers: { 'x-name': 'a\nb' }, body: null, mediaType: undefined }),
    ],
  ])('answers 500 where it fails %s', async (_, answer) => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const server = await serve(toFetch(answer))
    try {
      expect((await fetch(server.url)).status).toBe(500)
      expect(told).toHaveBeenCalledOnce()
    } finally {
      told.mockRestore()
      await server.close(0)
    }
  })
})

test('a server that has an origin shows URLs below it', async () => {
  const server = await serve(toFetch(hello), { origin: 'https://api.example.com' })
  try {
    const urlAt = async (path: string) =>
      ((await (await fetch(server.url + path)).json()) as { url: string }).url
    expect(await urlAt('/a/b?c=d')).toBe('https://api.example.com/a/b?c=d')
    expect(await urlAt('/a%20b?"')).toBe('https://api.example.com/a%20b?%22')
    expect(await urlAt('/ä?|')).toBe('https://api.example.com/%C3%A4?|')
  } finally {
    await server.close(0)
  }
})

describe('a function that is no App', () => {
  /** Reads part of a body, and then cancels the rest. */
  const impatient = async ({ body }: Request) => {
    const reader = body?.getReader()
    await reader?.read()
    await reader?.cancel()
    return new Response('enough', { status: 413 })
  }

  test('answers when it has read a part of the body: the caller who still sends learns it', async () => {
    const { url, close } = await serve(impatient)
    for (let times = 0; times < 30; times++) {
      const answer = await fetch(url, { method: 'POST', body: new Uint8Array(620_000) })
      expect([answer.status, await answer.text()]).toEqual([413, 'enough'])
    }
    await close()
  })

  /** Begins a request with a million bytes. */
  async function begin(port: number) {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    await once(socket, 'connect')
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n')
    return socket
  }

  test('is heard by a caller who sends for a while, and reads nothing before that', async () => {
    const { port, close } = await serve(impatient)
    const socket = await begin(port)
    for (let pieces = 0; pieces < 40; pieces++) {
      socket.write(Buffer.alloc(25_000))
      await sleep(25)
    }
    const [received] = await once(socket, 'data')
    expect(received).toMatch(/^HTTP\/1\.1 413 [\s\S]*enough/)
    socket.destroy()
    await close()
  })

  test('is the last that a caller learns who neither goes on nor ends', async () => {
    const { port, close } = await serve(impatient)
    const socket = await begin(port)
    socket.write('begun')
    await once(socket, 'data')
    await once(socket, 'close')
    await close()
  })

  test('may hand its request on', async () => {
    const { url, close } = await serve(async (request) => {
      const inner = new Request('http://inner.test/', request)
      return Response.json([inner.method, inner.headers.get('x-name'), await inner.text()])
    })
    const headers = { 'x-name': 'Rex' }
    expect(await (await fetch(url, { method: 'PUT', body: 'whole', headers })).json()).toEqual([
      'PUT',
      'Rex',
      'whole',
    ])
    await close()
  })
})
