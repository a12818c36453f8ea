import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answered } from './exchanges.ts'

/** A request as it arrived. */
export interface Recorded {
  readonly method: string
  /** Path and query, raw. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A server on loopback that keeps the requests it receives and sends the responses it is given. */
export interface RecordingServer {
  readonly url: string
  /** Emptied by `answer`. */
  readonly requests: Recorded[]
  /** Sets the responses, one per request; the last one is repeated. */
  answer(...answers: readonly Answered[]): void
  close(): Promise<void>
}

/** Starts a recording server on a free port. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const requests: Recorded[] = []
  let answers: readonly Answered[] = [{}]
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    requests.push({ method, url, headers, body: Buffer.concat(chunks) })
    respond(response, answers[Math.min(requests.length, answers.length) - 1] ?? {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (...next) => {
      answers = next
      requests.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(response: ServerResponse, { status = 200, headers = {}, body = '', cut }: Answered): void {
  if (cut === 'before') {
    response.destroy()
    return
  }
  if (cut === 'within') {
    response.writeHead(status, { ...headers, 'Content-Length': '1000' })
    response.write(body, () => response.destroy())
    return
  }
  response.writeHead(status, headers)
  response.end(body)
}
