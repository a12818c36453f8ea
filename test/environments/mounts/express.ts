import { nodeHandler } from '@concordat/runtime/server/node'
import express from 'express'
import { app, hooks } from '../service.ts'

const service = express()
service.use('/hooks', await nodeHandler(hooks))
service.use(await nodeHandler(app)) // before express.json()
const server = service.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`),
)
