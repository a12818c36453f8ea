import { createServer } from 'node:http'
import { nodeHandler } from '@concordat/runtime/server/node'
import { app, hooks } from '../service.ts'

const [toApp, toHooks] = [await nodeHandler(app), await nodeHandler(hooks)]
const server = createServer((request, response) =>
  (request.url?.startsWith('/hooks/') ? toHooks : toApp)(request, response),
)
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`),
)
