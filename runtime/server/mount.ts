import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenerOf } from './node-http/listener.ts'

/** Answers a Node request. It is a listener for `createServer`, or a handler for Express. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void

type FetchFunction = (request: Request) => Promise<Response>

/**
 * Turns an App into a handler for node:http and Express, for services that already have a server. It answers
 * every request that it receives, and sees the path that the client sent, even below `app.use('/v1', …)`, so
 * set the App's `basePath` to "/v1" there.
 */
export async function nodeHandler(app: FetchFunction): Promise<NodeHandler> {
  const listen = listenerOf(app, {})
  return (request, response, next) => {
    if ('originalUrl' in request && typeof request.originalUrl === 'string') request.url = request.originalUrl
    const read = readBefore(request)
    if (read === undefined) {
      endWith(response, request)
      listen(request, response)
    } else if (next === undefined) throw read
    else next(read)
  }
}

/**
 * Reads a request to its end after the response. The App takes the body as soon as it has arrived, often
 * before Node has seen the end of the message. Node reports that end, for which a service might wait, only if
 * the message is read to its end.
 */
function endWith(response: ServerResponse, request: IncomingMessage): void {
  response.on('close', () => request.resume())
}

/**
 * Returns an error if the body has been read and its bytes were not kept, because signatures are computed
 * from the bytes.
 */
function readBefore(request: IncomingMessage): Error | undefined {
  const hasBytes = 'rawBody' in request && request.rawBody instanceof Buffer
  if (hasBytes || !request.readableDidRead) return undefined
  return new Error(
    'The body was read before the handler got the request. Fix: mount the handler before body parsers such as express.json(), or let the parser keep the bytes as "rawBody" on the request.',
  )
}

/** The part of the Fastify instance that the plugin uses. */
export interface FastifyScope {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null) => void) => void,
  ): unknown
  all(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => void): unknown
}

interface FastifyRequestLike {
  readonly raw: IncomingMessage
}

interface FastifyReplyLike {
  readonly raw: ServerResponse
  hijack(): unknown
}

/**
 * Turns an App into a Fastify plugin: `fastify.register(fastifyPlugin(app), { prefix: '/hooks' })`. It
 * answers every path below the prefix, and sees the path that the client sent. Body parsers are disabled only
 * for the plugin.
 */
export function fastifyPlugin(app: FetchFunction): (scope: FastifyScope) => Promise<void> {
  return async (scope) => {
    const handle = await nodeHandler(app)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/*', (request, reply) => {
      reply.hijack()
      handle(request.raw, reply.raw)
    })
  }
}
