import { fastifyPlugin } from '@concordat/runtime/server/node'
import fastify from 'fastify'
import { app, hooks } from '../service.ts'

const service = fastify()
service.register(fastifyPlugin(hooks), { prefix: '/hooks' })
service.register(fastifyPlugin(app))
console.log(await service.listen({ host: '127.0.0.1', port: 0 }))
