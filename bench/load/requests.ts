import { Agent, request } from 'node:http'

/** A request to a server on this machine. */
export interface Request {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The request body; absent for a GET request. */
  readonly body?: string
}

export interface LoadOptions {
  readonly count: number
  /** Number of requests in progress at the same time, each on a persistent connection. */
  readonly concurrency: number
  readonly signal: AbortSignal
}

/**
 * Sends requests and reads their responses.
 * @param next creates the request with the given index.
 * @returns seconds from the first request to the last response.
 * @throws Error for any response status other than 200.
 */
export async function sendAll(
  next: (index: number) => Request,
  { count, concurrency, signal }: LoadOptions,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  try {
    return await runAll(async (index) => void (await send(next(index), agent)), {
      count,
      concurrency,
      signal,
    })
  } finally {
    agent.destroy()
  }
}

/** Runs several tasks with limited concurrency. @returns the seconds that all of them took together. */
export async function runAll(
  work: (index: number) => Promise<void>,
  { count, concurrency, signal }: LoadOptions,
): Promise<number> {
  let index = 0
  const worker = async () => {
    while (index < count) {
      signal.throwIfAborted()
      await work(index++)
    }
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: concurrency }, worker))
  return (performance.now() - begin) / 1000
}

/** Sends one request. @returns the response body. @throws Error for any status other than 200. */
export function send({ url, headers, body }: Request, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { method: body === undefined ? 'GET' : 'POST', headers: { ...headers }, agent }
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${url} answered ${response.statusCode}: ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
