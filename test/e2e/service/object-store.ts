import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The way in which a store fails: it responds with errors, accepts requests and stays silent, or is gone. */
export type Outage = 'refuse' | 'hang' | 'die'

/** An in-memory S3-compatible store, which fails on demand. It does not verify signatures. */
export interface ObjectStore {
  readonly url: string
  /** Returns the number of requests received. */
  requests(): number
  /** Returns the number of requests received that have no response yet. */
  underWay(): number
  /** Returns the number of requests that the current or the last outage has broken. */
  spoilt(): number
  /** Begins an outage while requests are under way. */
  fail(outage: Outage): Promise<void>
  /** Ends the outage, as a restart does: hanging requests lose their connections. */
  recover(): Promise<void>
  /** Returns the names and contents of the objects whose names begin with the prefix. */
  objectsBelow(prefix: string): readonly { readonly name: string; readonly content: Buffer }[]
  close(): Promise<void>
}

export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const sockets = new Set<Socket>()
  const underWay = new Set<ServerResponse>()
  let server: Server | undefined
  let outage: Outage | undefined
  let requests = 0
  let spoilt = 0

  const isSilent = () => outage === 'hang'

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    if (isSilent()) {
      spoilt += 1
      return
    }
    if (outage === 'refuse') {
      spoilt += 1
      response.writeHead(503, { connection: 'close' }).end(errorDocument('SlowDown'))
      return
    }
    const body = Buffer.concat(await request.toArray())
    const { status, headers, content } = serve(request, body)
    await sleep(10) // gives the store time to die between executing a request and responding to it
    if (isSilent() || response.destroyed) return
    response.writeHead(status, headers).end(content)
  }

  function serve({ method, url, headers }: IncomingMessage, body: Buffer): Answer {
    const { pathname: name, searchParams } = new URL(url ?? '/', 'http://localhost')
    const uploadId = searchParams.get('uploadId')
    const parts = uploads.get(uploadId ?? '')
    if (uploadId !== null && parts === undefined)
      return { status: 404, content: errorDocument('NoSuchUpload') }
    if (method === 'POST' && parts === undefined) {
      const id = crypto.randomUUID()
      uploads.set(id, new Map())
      return {
        status: 200,
        content: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      }
    }
    if (method === 'PUT') {
      if (Number(headers['content-length']) !== body.length)
        return { status: 400, content: errorDocument('IncompleteBody') }
      if (parts === undefined) objects.set(name, body)
      else parts.set(Number(searchParams.get('partNumber')), body)
      return { status: 200, headers: { etag: '"part"' }, content: '' }
    }
    if (method === 'POST' && parts !== undefined) {
      const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part)
      objects.set(name, Buffer.concat(ordered))
      uploads.delete(uploadId ?? '')
      return {
        status: 200,
        content: '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>',
      }
    }
    if (method === 'DELETE') {
      if (parts === undefined) objects.delete(name)
      else uploads.delete(uploadId ?? '')
      return { status: 204, content: '' }
    }
    return { status: objects.has(name) ? 200 : 404, content: '' }
  }

  async function listen(port: number): Promise<number> {
    server = createServer((request, response) => {
      // Nobody awaits a response to a request whose body is cut off.
      handle(request, response).catch(() => response.destroy())
    })
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  async function stop(): Promise<void> {
    const closing = server
    server = undefined
    if (closing === undefined) return
    const closed = once(closing, 'close')
    closing.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    underWay: () => underWay.size,
    spoilt: () => spoilt,
    async fail(kind) {
      outage = kind
      spoilt = kind === 'refuse' ? 0 : underWay.size
      if (kind === 'die') await stop()
    },
    async recover() {
      if (outage === 'hang') for (const { socket } of underWay) socket?.destroy()
      outage = undefined
      if (server === undefined) await listen(port)
    },
    objectsBelow(prefix) {
      const found = [...objects].filter(([name]) => name.startsWith(prefix))
      return found.map(([name, content]) => ({ name, content }))
    },
    close: stop,
  }
}

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly content: string
}

const errorDocument = (code: string): string =>
  `<Error><Code>${code}</Code><Message>${code}</Message></Error>`
