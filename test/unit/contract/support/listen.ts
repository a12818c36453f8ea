import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'

const servers: Server[] = []

/** Serves on a free port until `closeAll`. @returns The base URL. */
export async function listen(listener: RequestListener, tls?: ServerOptions): Promise<string> {
  return (await listenAlone(listener, tls)).baseUrl
}

/** Does the same, and also returns a function that closes only this server, before `closeAll`. */
export async function listenAlone(
  listener: RequestListener,
  tls?: ServerOptions,
): Promise<{ readonly baseUrl: string; readonly close: () => void }> {
  // Idle connections are kept, because a busy machine might be about to use one.
  const options = { ...tls, keepAliveTimeout: 0 }
  const server = tls === undefined ? createServer(options, listener) : createTlsServer(options, listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    close: () => server.close().closeAllConnections(),
  }
}

/** For `afterEach`. */
export function closeAll(): void {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
}

/** Serves the responses that a function returns. */
export function answering(answer: (request: Request) => Response | Promise<Response>): RequestListener {
  return async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const)
    const { method = 'GET' } = incoming
    const url = `http://${incoming.headers.host}${incoming.url}`
    const init = { method, headers: Object.fromEntries(headers), ...(body !== '' && { body }) }
    const response = await answer(new Request(url, init))
    outgoing.writeHead(response.status, [...response.headers].flat()).end(await response.text())
  }
}
