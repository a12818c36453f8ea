import { serve } from '@concordat/runtime/server/node'
import { createApp } from './generated/server.ts'
import { found, taken, tell } from './tell.mjs'

const app = createApp({
  validateResponses: 'off',
  handlers: {
    findItems: ({ path, query }) => ({ status: 200, body: found(path, query) }),
    createOrder: ({ body }) => ({ status: 200, body: taken(body) }),
  },
})
const { port } = await serve(app)
tell({ address: () => ({ port }) })
