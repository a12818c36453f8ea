import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastifyPlugin, nodeHandler, serve } from '@concordat/runtime/server/node'
import express from 'express'
import fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { raw } from './raw.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

/** Responds with the path in the request's `Request`. */
const app = async ({ url }: Request) => new Response(new URL(url).pathname)

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

const MOUNTS: Readonly<Record<string, () => Promise<number>>> = {
  serve: async () => {
    const server = await serve(app)
    closing.push(() => server.close(0))
    return server.port
  },
  'node:http': async () => portOf(createServer(await nodeHandler(app))),
  Express: async () => portOf(createServer(express().use('/a', await nodeHandler(app)))),
  Fastify: async () => {
    const service = fastify()
    service.register(fastifyPlugin(app), { prefix: '/a' })
    await service.listen({ host: '127.0.0.1', port: 0 })
    closing.push(() => service.close())
    return (service.server.address() as AddressInfo).port
  },
}

/** Sends a request head unchanged, and returns everything that comes back. */
const send = (port: number, head: string) => raw(port, `${head}\r\nConnection: close\r\n\r\n`)

const DOTTED = [
  '/a/../b',
  '/a/./b',
  '/a/%2e%2e/b',
  '/a/.%2E/b',
  '/a/%2e',
  '/a/..',
  '/a/..?x=1',
  '/a/x\\..\\b',
  'http://elsewhere/a/../b',
]
const PLAIN = [
  '/a/b',
  '/a/..b',
  '/a/b..',
  '/a/...',
  '/a/.well-known',
  '/a/%2e%2e%2e',
  '/a/b?next=/../c',
  '/a/b%2f..',
]

describe.each(Object.entries(MOUNTS))('a request that reads in two ways, at %s', (_, start) => {
  test('is refused where its target has dot segments, encoded or not', async () => {
    const port = await start()
    for (const target of DOTTED) {
      const answer = await send(port, `GET ${target} HTTP/1.1\r\nHost: a`)
      expect(answer, target).toMatch(/^HTTP\/1.1 400 /)
      expect(answer, target).toContain('The path contains a \\".\\" or \\"..\\" segment')
    }
  })

  test('is refused where it has two hosts', async () => {
    const port = await start()
    const answer = await send(port, 'GET /a/b HTTP/1.1\r\nHost: a\r\nhost: b')
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('more than one \\"Host\\" header')
    expect(await send(port, 'HEAD /a/b HTTP/1.1\r\nHost: a\r\nHOST: a')).toMatch(
      /^HTTP\/1.1 400 .*\r\n\r\n$/s,
    )
  })

  test('leaves all others alone', async () => {
    const port = await start()
    for (const target of PLAIN) {
      const answer = await send(port, `GET ${target} HTTP/1.1\r\nHost: a`)
      expect(answer, target).toMatch(/^HTTP\/1.1 200 /)
      expect(answer, target).toContain(target.split('?')[0])
    }
  })
})
