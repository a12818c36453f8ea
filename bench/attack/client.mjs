// Calls the server at SERVER on request, using the generated client: "/readValue/NAME" calls the operation
// `readValue` with that name. Responds with 200 and the name of the client error that ended the call, or ""
// if there was none. For any other error, it responds with 500.
import { createServer } from 'node:http'
import { ClientError, limitResponses, retry } from '@concordat/runtime/client'
import { createClient } from './generated/client.ts'

const client = createClient({
  baseUrl: process.env.SERVER,
  credentials: { key: 'a-secret' },
  timeoutMs: 5000,
  middlewares: [retry({ retries: 1 }), limitResponses({ maxBytes: 2 ** 22 })],
})

const MOST_ITEMS = 1_000_000

async function take(items) {
  let taken = 0
  for await (const _ of items) if (++taken === MOST_ITEMS) return
}

const calls = {
  readValue: (path) => client.readValue({ path }),
  followEvents: async (path) => take(await client.followEvents({ path })),
  listThings: (path) => take(client.listThings.items({ path })),
}

const server = createServer(async ({ url }, response) => {
  const [, call, name] = url.split('/')
  try {
    await calls[call]({ name })
    response.end()
  } catch (error) {
    response.writeHead(error instanceof ClientError ? 200 : 500).end(error.name)
  }
})
server.listen(0, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`))
