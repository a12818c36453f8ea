import { HttpProblem } from '@concordat/runtime/server'
import { createApp } from '../golden/upload-stream-and-webhook/expected/server.ts'
import { createWebhooks } from '../golden/upload-stream-and-webhook/expected/webhooks.ts'
import { isSigned, sumOf } from './signature.ts'

/**
 * The service that every environment mounts. It uses only standard web classes, because runtimes other than
 * Node have no others.
 */

/** Bytes of `readContent`. */
const CONTENT = new Uint8Array(1_000_000).fill(7)

let listeners = 0
/**
 * Never ends on its own, so anything that collects a whole response before passing it on never passes this
 * one on.
 */
async function* events(): AsyncGenerator<{ data: string }> {
  listeners++
  try {
    for (let number = 0; ; number++) {
      yield { data: String(number) }
      await new Promise((done) => setTimeout(done, 20))
    }
  } finally {
    listeners--
  }
}

const kept = async (name: string, file: Blob) => ({ name, bytes: file.size, sum: await sumOf(file) })

export const app = createApp({
  cors: { origins: '*' },
  authenticate: async ({ credential }) =>
    credential === 'secret' ? { principal: 'ada', scopes: [] } : undefined,
  handlers: {
    findFile: ({ path, query }) => ({
      status: 200,
      headers: { 'Set-Cookie': ['a=1', 'b=2'] },
      body: { name: path.name, bytes: 0, sum: '', tags: query.tags ?? [] },
    }),
    keepFile: async ({ path, body }) => ({ status: 201, body: await kept(path.name, body) }),
    sendForm: async ({ body: { title, file } }) => ({ status: 201, body: await kept(title, file) }),
    readContent: () => ({ status: 200, body: new Blob([CONTENT]) }),
    followEvents: () => ({ status: 200, body: events() }),
    countListeners: () => ({ status: 200, body: listeners }),
    async sendLines({ body }) {
      let sum = 0
      for await (const number of body) sum += number
      return { status: 200, body: sum }
    },
  },
})

export const hooks = createWebhooks({
  async verify({ request, body }) {
    if (!(await isSigned(request.headers.get('x-signature'), body)))
      throw new HttpProblem({ kind: 'credentials-rejected' })
  },
  handlers: { fileKept: () => ({ status: 204 }) },
})
