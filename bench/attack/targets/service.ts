import { request } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'

/** The service that is attacked, with what an attacker may have of it. */
export interface Victim {
  readonly url: string
  /** A personal key. */
  readonly key: string
  /** A project's token. */
  readonly token: string
}

/** Bodies that are small to send or cheap to make, and dear to take apart. */
export interface Attack {
  readonly name: string
  /** What each of the bodies is answered with. */
  readonly status: number
  /** Makes the bodies, then sends them at once. @returns the answers' statuses. */
  prepare(victim: Victim): () => Promise<readonly number[]>
}

const json = { 'content-type': 'application/json' }
const gzip = { ...json, 'content-encoding': 'gzip' }

/** 19.5 MB of events without a name, which gzip makes 19 kB of. */
const emptyEvents = () => `{"api_key":"nope","batch":[${'{},'.repeat(6_500_000)}{}]}`

const members = (count: number) =>
  Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join(',')

function validEvents(token: string, count: number): string {
  const events = Array.from({ length: count }, (_, index) => `{"event":"e","distinct_id":${index % 1000}}`)
  return `{"api_key":"${token}","batch":[${events.join(',')}]}`
}

type Plan = Omit<Sent, 'url'> & { readonly path: string }

/** @param copies requests that are sent at the same time. Default: 1. */
function attack(
  { name, status, copies = 1 }: { readonly name: string; readonly status: number; readonly copies?: number },
  plan: (victim: Victim) => Plan,
): Attack {
  return {
    name,
    status,
    prepare(victim) {
      const { path, ...sent } = plan(victim)
      return () =>
        Promise.all(Array.from({ length: copies }, () => send({ ...sent, url: victim.url + path })))
    },
  }
}

const batch = (body: Buffer | string, headers: Sent['headers'] = json): Plan => ({
  path: '/batch',
  headers,
  body: Buffer.from(body),
})

const organization = (key: string, count: number): Plan => ({
  path: '/api/organizations/',
  headers: { ...json, authorization: `Bearer ${key}` },
  body: Buffer.from(`{"name":"x",${members(count)}}`),
})

const bigEvent = (token: string, count: number): string =>
  `{"api_key":"${token}","batch":[{"event":"e","distinct_id":1,"properties":{${members(count)}}}]}`

/** The last ones stay within all limits: what they cost is what a caller with a key may cost. */
export const attacks: readonly Attack[] = [
  attack({ name: '19 kB of gzip, no token', status: 413 }, () => batch(gzipSync(emptyEvents()), gzip)),
  attack({ name: 'the same four times at once', status: 413, copies: 4 }, () =>
    batch(gzipSync(emptyEvents()), gzip),
  ),
  attack({ name: 'the same unpacked', status: 413 }, () => batch(emptyEvents())),
  attack({ name: '2.1 million names, no token', status: 413 }, () => batch(`{${members(2_100_000)}}`)),
  attack({ name: '2.1 million names, with a key', status: 413 }, ({ key }) => organization(key, 2_100_000)),
  attack({ name: '600,000 valid events', status: 413 }, ({ token }) => batch(validEvents(token, 600_000))),
  attack({ name: '200,000 valid events', status: 400 }, ({ token }) => batch(validEvents(token, 200_000))),
  attack({ name: 'a form of 9 million names', status: 413 }, () => ({
    path: '/e/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from('a&'.repeat(9_000_000)),
  })),
  {
    name: '3 million bytes, each by itself',
    status: 400,
    prepare({ url }) {
      const body = '1\r\n \r\n'.repeat(3_000_000)
      return async () => [await sendChunks(`${url}/batch`, body)]
    },
  },
  attack({ name: '10,000 valid events', status: 200 }, ({ token }) => batch(validEvents(token, 10_000))),
  attack({ name: '490,000 names, with a key', status: 201 }, ({ key }) => organization(key, 490_000)),
  attack({ name: '490,000 names in an event', status: 200 }, ({ token }) => batch(bigEvent(token, 490_000))),
]

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** @returns the answer's status. A server may refuse a body before it has come in whole, and close the connection. */
function send({ url, headers, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { ...headers, 'content-length': body.length }, agent: false }
    const sent = request(url, options, (response) => {
      resolve(response.statusCode ?? 0)
      response.resume().on('error', () => undefined)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** @param body in chunks as they go on the wire, without the last one. @returns the answer's status. */
function sendChunks(url: string, body: string): Promise<number> {
  const { hostname, port, host, pathname } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.once('data', (head: string) => {
      resolve(Number(head.split(' ', 2)[1]))
      socket.destroy()
    })
    const headers = ['content-type: application/json', 'transfer-encoding: chunked']
    socket.write(`${[`POST ${pathname} HTTP/1.1`, `host: ${host}`, ...headers].join('\r\n')}\r\n\r\n`)
    socket.write(`${body}0\r\n\r\n`)
  })
}
