import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '@concordat/runtime/server'
import { fastifyPlugin, nodeHandler, serve } from '@concordat/runtime/server/node'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'

/** An App that is being served. */
export interface Mounted {
  /** "http://127.0.0.1:41234" */
  readonly origin: string
  readonly port: number
  readonly close: () => Promise<unknown>
}

/** All ways to mount an App in a Node server. */
export const MOUNTS: Readonly<Record<string, (app: App) => Promise<Mounted>>> = {
  serve: async (app) => {
    const { url, port, close } = await serve(app)
    return { origin: url, port, close: () => close(0) }
  },
  'node:http': async (app) => listening(createServer(await nodeHandler(app))),
  Express: async (app) => listening(createServer(express().use(await nodeHandler(app)))),
  Fastify: async (app) => {
    const service = fastify()
    service.register(fastifyPlugin(app))
    const origin = await service.listen({ host: '127.0.0.1', port: 0 })
    return { origin, port: Number(new URL(origin).port), close: () => service.close() }
  },
  Hono: async (app) => {
    const service = new Hono().all('*', ({ req }) => app(req.raw))
    const { url, port, close } = await serve(async (request) => service.fetch(request))
    return { origin: url, port, close: () => close(0) }
  },
}

async function listening(server: ReturnType<typeof createServer>): Promise<Mounted> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = (): Promise<unknown> =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { origin: `http://127.0.0.1:${port}`, port, close }
}
