import { Agent, createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { isSafe } from '@concordat/runtime/http'
import { HANG_MS } from '../waiting.ts'
import { type Call, createMatcher, isSuccess, type Match, type Reply, type Send } from './exchange.ts'
import type { Behaviour } from './fault.ts'
import { respell, respellPageLinks, SPELLINGS, type Spelling } from './store-spelling.ts'

export interface ProxyOptions {
  /** URL of the correct service, without a trailing slash. */
  readonly upstream: string
  readonly operations: readonly OperationDescriptor[]
  /** The spelling that clients use for the service's paths. */
  readonly spelling?: Spelling
  /** Without it, the proxy changes nothing. */
  readonly behaviour?: Behaviour
}

/** A reverse proxy on loopback that responds incorrectly according to its fault. */
export interface Proxy {
  readonly url: string
  /**
   * Returns the number of exchanges whose outcome differs from the service's response to the original
   * request.
   */
  changed(): number
  /**
   * Returns the operationIds to which the correct service has responded with 501. They are known only without
   * a fault.
   */
  notImplemented(): ReadonlySet<string>
  /** Returns errors in a fault's own code: a fault that throws is defective itself. */
  problems(): readonly string[]
  close(): Promise<void>
}

/** These headers belong to one connection, or are created anew for each message. @see RFC 9110, 7.6.1 */
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** Starts a proxy on a free port. */
export async function startProxy({
  upstream,
  operations,
  behaviour,
  spelling = SPELLINGS.plain,
}: ProxyOptions): Promise<Proxy> {
  const match = createMatcher(operations)
  const agent = new Agent({ keepAlive: true })
  const send: Send = (call) => forward(call, { upstream, agent })
  let changed = 0
  const problems: string[] = []
  const notImplemented = new Set<string>()

  function note({ operationId }: Call, reply: Reply): Reply {
    if (reply.status === 501 && operationId !== undefined) notImplemented.add(operationId)
    return reply
  }

  async function answer(call: Call): Promise<Reply> {
    if (behaviour === undefined) return note(call, await send(call))
    const asked: Asked[] = []
    const watched: Send = async (sent) => {
      const reply = await send(sent)
      asked.push({ call: sent, reply })
      return reply
    }
    const reply = await behaviour(call, watched)
    if (isChanged(asked, { call, reply })) changed += 1
    return reply
  }

  const server = createServer((incoming, outgoing) => {
    readCall(incoming, { match, spelling })
      .then(answer)
      .catch((error: unknown): Reply => {
        problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
        return { status: 599, headers: {}, body: Buffer.from('The proxy itself failed.') }
      })
      .then(({ status, headers, body }) => {
        const { location } = headers
        const respelled = location === undefined ? {} : { location: respell(location, spelling) }
        const spelled = respellPageLinks(body, spelling)
        const length =
          incoming.method === 'HEAD' || status === 204 ? {} : { 'content-length': spelled.length }
        outgoing.writeHead(status, { ...headers, ...respelled, ...length })
        outgoing.end(spelled)
      })
  })
  await listen(server)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    changed: () => changed,
    problems: () => problems,
    notImplemented: () => notImplemented,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A fault's request to the service, with the reply. */
interface Asked {
  readonly call: Call
  readonly reply: Reply
}

/**
 * False if the service received the client's request, gave the reply that the client got, and wrote nothing
 * else.
 */
function isChanged(asked: readonly Asked[], { call, reply }: Asked): boolean {
  const plain = asked.find((one) => isSameCall(one.call, call) && isSameReply(one.reply, reply))
  return plain === undefined || asked.some((one) => one !== plain && hasWritten(one))
}

function hasWritten({ call, reply }: Asked): boolean {
  return !isSafe(call.method) && isSuccess(reply)
}

function isSameCall(one: Call, other: Call): boolean {
  const head = ({ method, path, query, headers }: Call) => [method, path, String(query), headers]
  return isDeepStrictEqual(head(one), head(other)) && one.body.equals(other.body)
}

function isSameReply(one: Reply, other: Reply): boolean {
  const head = ({ status, headers }: Reply) => [status, headers]
  return isDeepStrictEqual(head(one), head(other)) && one.body.equals(other.body)
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
}

async function readCall(
  incoming: IncomingMessage,
  {
    match,
    spelling,
  }: {
    readonly match: (method: string, path: string) => Match
    readonly spelling: Spelling
  },
): Promise<Call> {
  const { method = 'GET', url = '/' } = incoming
  const mark = url.indexOf('?')
  const path = respell(mark === -1 ? url : url.slice(0, mark), spelling)
  const query = new URLSearchParams(mark === -1 ? '' : url.slice(mark))
  const call = { method, path, query, headers: endToEnd(incoming), body: await buffer(incoming) }
  return { ...call, ...match(method, path) }
}

function endToEnd({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || HOP_HEADERS.has(name) ? [] : [[name, String(value)]],
  )
  return Object.fromEntries(entries)
}

/**
 * Forwards a request. If the service had closed a kept-alive connection, it received none of the request,
 * which is then sent over another connection.
 */
async function forward(call: Call, to: { upstream: string; agent: Agent }): Promise<Reply> {
  try {
    return await forwardOnce(call, to)
  } catch (error) {
    if (!(error instanceof ClosedMeanwhile)) throw error
    return forward(call, to)
  }
}

class ClosedMeanwhile extends Error {
  override readonly name = 'ClosedMeanwhile'
}

/** Keeps the `host` header, because links in responses are built from it. */
function forwardOnce(call: Call, { upstream, agent }: { upstream: string; agent: Agent }): Promise<Reply> {
  const query = call.query.size === 0 ? '' : `?${call.query}`
  const headers = { ...call.headers, ...(call.body.length > 0 && { 'content-length': call.body.length }) }
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(upstream + call.path + query, {
      method: call.method,
      headers,
      agent,
      timeout: HANG_MS,
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('The correct service does not answer.')))
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      reject(outgoing.reusedSocket && error.code === 'ECONNRESET' ? new ClosedMeanwhile() : error),
    )
    outgoing.once('response', (incoming) => {
      buffer(incoming).then(
        (body) => resolve({ status: incoming.statusCode ?? 0, headers: endToEnd(incoming), body }),
        reject,
      )
    })
    outgoing.end(call.body)
  })
}
