import dns from 'node:dns'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type AddressPolicy,
  createAddressPolicy,
  publicOnly,
  readAddressPolicy,
} from '../../../server/outbound/address-policy.ts'
import { AddressRefused, assertAllowedHost, outboundAgents } from '../../../server/outbound/hosts.ts'
import { outboundFetch, RedirectRefused } from '../../../server/outbound/outbound.ts'

const loopback = createAddressPolicy(['127.0.0.1/32'])

const servers: Server[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

/** Starts a server on a loopback address that counts its connections. */
async function listen(answer: RequestListener, host = '127.0.0.1') {
  const server = createServer(answer)
  servers.push(server)
  const seen = { connections: 0 }
  server.on('connection', () => {
    seen.connections += 1
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, seen, url: `http://${host}:${port}` }
}

const hello: RequestListener = (_, response) => response.end('hello')

describe('an address policy', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0.0.0.0',
    '0:0:0:0:0:ffff:a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:0:0::1',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%lo',
    'ff02::1',
    'localhost',
    '',
  ])('keeps away from %j', (address) => {
    expect(publicOnly.allows(address)).toBe(false)
  })

  it.each([
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.128.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ])('lets through to %j', (address) => {
    expect(publicOnly.allows(address)).toBe(true)
  })

  it('lets through to what an operator names, and to that alone', () => {
    const policy = readAddressPolicy('10.1.0.0/16, fd00::/8')
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1', '1.1.1.1'].map((at) => policy?.allows(at))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['10.2.0.0', '127.0.0.1', 'fe80::1'].map((at) => policy?.allows(at))).toEqual([
      false,
      false,
      false,
    ])
    const all = readAddressPolicy('all')
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((at) => all?.allows(at))).toEqual([true, true, true])
  })

  it.each(['', '10.0.0.0', '10.0.0.0/33', 'fd00::/129', 'example.com/8', '10.0.0.0/8,', '10.0.0.0/x'])(
    'cannot be read from %j',
    (text) => {
      expect(readAddressPolicy(text)).toBeUndefined()
    },
  )
})

/** Every way to write 127.0.0.1, and a name for it; `{port}` is replaced with the server's port. */
const disguises = [
  'http://127.0.0.1:{port}',
  'http://localhost:{port}',
  'http://127.1:{port}',
  'http://2130706433:{port}',
  'http://0x7f000001:{port}',
  'http://0177.0.0.1:{port}',
  'http://[::ffff:127.0.0.1]:{port}',
  'http://[::ffff:7f00:1]:{port}',
  'http://0.0.0.0:{port}',
  'http://0:{port}',
  'http://１２７.0.0.1:{port}',
]

describe('a request to the outside', () => {
  it.each(disguises)('makes no connection for %s', async (disguise) => {
    const { port, seen } = await listen(hello)
    const url = disguise.replace('{port}', String(port))
    await expect(outboundFetch(url, {}, publicOnly)).rejects.toBeInstanceOf(AddressRefused)
    expect(seen.connections).toBe(0)
  })

  it('makes no connection for the same addresses behind a redirect', async () => {
    const hidden = await listen(hello, '127.0.0.2')
    for (const status of [301, 302, 303, 307, 308]) {
      const open = await listen((_, response) => response.writeHead(status, { location: hidden.url }).end())
      await expect(outboundFetch(open.url, {}, loopback)).rejects.toBeInstanceOf(AddressRefused)
      expect(open.seen.connections).toBe(1)
    }
    expect(hidden.seen.connections).toBe(0)
  })

  it('is held against the address that it connects to when a name changes in between', async () => {
    const { port, seen } = await listen(hello)
    const answers = ['1.1.1.1', '127.0.0.1']
    vi.spyOn(dns, 'lookup').mockImplementation(((
      _: string,
      __: object,
      callback: (error: null, addresses: object[]) => void,
    ) => {
      callback(null, [{ address: answers.shift(), family: 4 }])
    }) as unknown as typeof dns.lookup)
    await expect(assertAllowedHost('rebinds.example', publicOnly)).resolves.toBe('1.1.1.1')
    const late = outboundFetch(`http://rebinds.example:${port}`, {}, publicOnly)
    await expect(late).rejects.toBeInstanceOf(AddressRefused)
    expect(answers).toEqual([])
    expect(seen.connections).toBe(0)
  })

  it.each(['file:///etc/passwd', 'ftp://example.com', 'data:text/plain,x'])(
    'does not speak %s',
    async (url) => {
      await expect(outboundFetch(url, {}, createAddressPolicy(['0.0.0.0/0']))).rejects.toBeInstanceOf(
        TypeError,
      )
    },
  )

  it('answers status, headers and body, and says which method and content it sent', async () => {
    const { url } = await listen(async (incoming, response) => {
      const body = (await incoming.toArray()).join('')
      response.writeHead(201, { 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] })
      response.end(`${incoming.method} ${incoming.headers['x-mine']} ${body}`)
    })
    const init = { method: 'PUT', headers: { 'x-mine': 'yes' } }
    for (const body of ['text', new TextEncoder().encode('text'), chunks('te', 'xt')]) {
      const response = await outboundFetch(url, { ...init, body }, loopback)
      expect(response.status).toBe(201)
      expect(response.headers.get('x-one')).toBe('1')
      expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
      expect(await response.text()).toBe('PUT yes text')
    }
  })

  /** Starts a server that redirects every request except those for `/end`, which it echoes. */
  const redirecting = (status: number, to: string) =>
    listen(async (incoming, response) => {
      const body = (await incoming.toArray()).join('')
      if (incoming.url !== '/end') return response.writeHead(status, { location: to }).end()
      return response.end(
        JSON.stringify([incoming.method, incoming.headers.authorization, incoming.headers['x-mine'], body]),
      )
    })
  const secret = { authorization: 'Bearer secret', 'x-mine': 'yes' }

  it('that reads is followed anywhere, without credentials at another origin', async () => {
    const target = await redirecting(200, '')
    for (const status of [301, 302, 303, 307, 308]) {
      const elsewhere = await redirecting(status, `${target.url}/end`)
      const answer = await outboundFetch(elsewhere.url, { headers: secret }, loopback)
      expect(await answer.json()).toEqual(['GET', null, 'yes', ''])
      const here = await redirecting(status, '/end')
      const same = await outboundFetch(here.url, { headers: secret }, loopback)
      expect(await same.json()).toEqual(['GET', 'Bearer secret', 'yes', ''])
    }
  })

  it.each([307, 308])('that delivers is made again after %i at the same origin', async (status) => {
    const { url, seen } = await redirecting(status, '/end')
    const post = { method: 'POST', headers: secret, body: 'x' }
    const answer = await outboundFetch(url, post, loopback)
    expect(await answer.json()).toEqual(['POST', 'Bearer secret', 'yes', 'x'])
    await expect(outboundFetch(url, { ...post, body: chunks('x') }, loopback)).rejects.toThrow(
      'cannot be sent twice',
    )
    expect(seen.connections).toBe(3)
  })

  it.each(['POST', 'PUT', 'PATCH'])('that delivers by %s is made nowhere else', async (method) => {
    const target = await redirecting(200, '')
    for (const status of [301, 302, 303]) {
      const { url, seen } = await redirecting(status, '/end')
      const refused = outboundFetch(url, { method, body: 'x' }, loopback)
      await expect(refused).rejects.toBeInstanceOf(RedirectRefused)
      await expect(refused).rejects.toThrow(`status ${status} and the Location "${url}/end"`)
      expect(seen.connections).toBe(1)
    }
    for (const status of [307, 308]) {
      const { url } = await redirecting(status, `${target.url}/end`)
      const refused = outboundFetch(url, { method, body: 'x' }, loopback)
      await expect(refused).rejects.toBeInstanceOf(RedirectRefused)
      await expect(refused).rejects.toThrow(`"${target.url}/end"`)
    }
    expect(target.seen.connections).toBe(0)
  })

  it('that delivers takes no other protocol for the same origin', async () => {
    const key = readFileSync(new URL('../../unit/contract/tls/server.key.pem', import.meta.url))
    const cert = readFileSync(new URL('../../unit/contract/tls/server.pem', import.meta.url))
    const ca = readFileSync(new URL('../../unit/contract/tls/authority.pem', import.meta.url))
    let plain = ''
    const secure = createSecureServer({ key, cert }, (_, response) =>
      response.writeHead(307, { location: plain }).end(),
    )
    servers.push(secure)
    secure.listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const { port } = secure.address() as AddressInfo
    plain = `http://127.0.0.1:${port}/`
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, ca.toString()])
    try {
      const refused = outboundFetch(`https://127.0.0.1:${port}`, { method: 'POST', body: 'x' }, loopback)
      await expect(refused).rejects.toBeInstanceOf(RedirectRefused)
      await expect(refused).rejects.toThrow(`"${plain}"`)
    } finally {
      setDefaultCACertificates(before)
    }
  })

  it('repeats of a Location only what is no secret, and not much', async () => {
    const post = { method: 'POST', body: 'x' }
    const messageOf = async (location: string) => {
      const { url } = await redirecting(302, location)
      const error = await outboundFetch(url, post, loopback).catch((failure: Error) => failure)
      return (error as Error).message
    }
    expect(await messageOf('https://me:pass@example.com/a?token=secret#part')).toContain(
      '"https://example.com/a"',
    )
    const long = await messageOf(`https://example.com/${'a'.repeat(5000)}`)
    expect(long.length).toBeLessThan(400)
    expect(await messageOf('http://')).toContain('that cannot be read')
  })

  it('fails on a circle of redirects, on silence, and when it is called off', async () => {
    const circle = await listen((_, response) => response.writeHead(302, { location: '/' }).end())
    await expect(outboundFetch(circle.url, {}, loopback)).rejects.toThrow(
      'This exceeds the limit of 5 redirects',
    )
    expect(circle.seen.connections).toBe(6)
    const round = await listen((_, response) => response.writeHead(307, { location: '/' }).end())
    const post = { method: 'POST', body: 'x' }
    await expect(outboundFetch(round.url, post, loopback)).rejects.toBeInstanceOf(RedirectRefused)
    expect(round.seen.connections).toBe(6)
    const silent = await listen(() => {})
    await expect(outboundFetch(silent.url, { idleTimeout: 100 }, loopback)).rejects.toThrow('sent nothing')
    const signal = AbortSignal.timeout(100)
    await expect(outboundFetch(silent.url, { signal }, loopback)).rejects.toThrow()
    const breaks = await listen((_, response) => {
      response.write('half')
      setTimeout(() => response.destroy(), 20)
    })
    await expect((await outboundFetch(breaks.url, {}, loopback)).text()).rejects.toThrow()
  })

  it('ends when the body that it reads fails', async () => {
    const { url } = await listen(hello)
    async function* failing() {
      yield new Uint8Array(10)
      throw new Error('no more')
    }
    await expect(outboundFetch(url, { method: 'POST', body: failing() }, loopback)).rejects.toThrow('no more')
  })
})

describe('agents for other clients', () => {
  const ask = async (url: string, policy: AddressPolicy) => {
    const outgoing = request(url, { agent: outboundAgents(policy).http })
    outgoing.end()
    const [response] = await once(outgoing, 'response')
    response.resume()
    return response.statusCode
  }

  it('connect where the policy lets them, by name and by address', async () => {
    const { url, port, seen } = await listen(hello)
    expect(await ask(url, loopback)).toBe(200)
    expect(await ask(`http://localhost:${port}`, loopback)).toBe(200)
    await expect(ask(url, publicOnly)).rejects.toBeInstanceOf(AddressRefused)
    await expect(ask(`http://localhost:${port}`, publicOnly)).rejects.toBeInstanceOf(AddressRefused)
    expect(seen.connections).toBe(2)
  })

  it('end an answer without end, and tell why when its reader cannot', async () => {
    const { url } = await listen(async (_, response) => {
      response.on('error', () => {})
      while (!response.destroyed) if (!response.write('x'.repeat(2 ** 16))) await sleep(1)
    })
    const agents = outboundAgents(loopback, { mostBytes: 2 ** 20 })
    const outgoing = request(url, { agent: agents.http })
    outgoing.on('error', () => {})
    outgoing.end()
    const [response] = await once(outgoing, 'response')
    await expect(text(response)).rejects.toThrow()
    expect(agents.tooLarge?.message).toBe('The server sent more than 1 MB in one response.')
  })
})

describe('an answer by drops', () => {
  it('is ended when it takes too long, though a byte comes often enough', async () => {
    const { url } = await listen((_, response) => {
      response.on('error', () => {})
      const drops = setInterval(() => response.write('x'), 5)
      response.once('close', () => clearInterval(drops))
    })
    const agents = outboundAgents(loopback, { longest: 2000 })
    const outgoing = request(url, { agent: agents.http })
    outgoing.on('error', () => {})
    outgoing.end()
    const [response] = await once(outgoing, 'response')
    await expect(text(response)).rejects.toThrow()
    expect(agents.tooLarge?.message).toBe('The server sent data for more than 2 s in one response.')
  })

  it('is another after the next request', async () => {
    const { url } = await listen(hello)
    const agents = outboundAgents(loopback, { longest: 2000 })
    for (let times = 0; times < 3; times += 1) {
      const outgoing = request(url, { agent: agents.http, headers: { connection: 'keep-alive' } })
      outgoing.end()
      const [response] = await once(outgoing, 'response')
      expect(await text(response)).toBe('hello')
      await sleep(1100)
    }
    agents.http.destroy()
    expect(agents.tooLarge).toBeUndefined()
  })
})

describe('a host for a client that connects by itself', () => {
  it.each(['127.0.0.1', '2130706433', '0x7f.1', 'localhost', '[::1]', '::ffff:127.0.0.1'])(
    'is refused as %s',
    async (host) => {
      await expect(assertAllowedHost(host, publicOnly)).rejects.toBeInstanceOf(AddressRefused)
    },
  )

  it('is answered as the address to connect to', async () => {
    expect(await assertAllowedHost('localhost', loopback)).toBe('127.0.0.1')
  })

  it('is refused in the same words whether it has no address or one that is not allowed', async () => {
    const refusalOf = async (host: string) => {
      const error: unknown = await assertAllowedHost(host, createAddressPolicy([])).catch((thrown) => thrown)
      return error instanceof AddressRefused ? error.message.replace(host, '…') : error
    }
    expect(await refusalOf('no-such-name.invalid')).toBe(await refusalOf('localhost'))
  })
})

async function* chunks(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text)
}
