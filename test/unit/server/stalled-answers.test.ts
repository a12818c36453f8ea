import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type RunningServer, serve } from '@concordat/runtime/server/node'
import { afterEach, describe, expect, it } from 'vitest'
import { quiet, until } from '../../waiting.ts'
import { nextConnection } from './raw.ts'

/** For clients that read nothing. */
const shortMs = 400
/** For clients that continue to read: longer than a busy machine could delay them. */
const longMs = 4000

let server: RunningServer
let socket: Socket
let served: Socket
afterEach(async () => {
  socket.destroy()
  await server.close(0)
})

/** More than the system's buffers for two sockets can hold. */
const bytes = 32 * 2 ** 20

/** Sends a request whose response nobody reads yet. */
async function ask(answer: () => Response, stalledAnswerMs = shortMs): Promise<void> {
  server = await serve(async () => answer(), { stalledAnswerMs })
  const connected = nextConnection()
  socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  served = await connected
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: example.com\r\n\r\n')
}

/** Returns an endless stream that reports its cancellation. */
function chunksUntil(cancelled: () => void): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(2 ** 20)
  return new ReadableStream({
    pull: (controller) => controller.enqueue(chunk),
    cancel: cancelled,
  })
}

describe('a client that takes nothing of its answer', () => {
  it('is cut off, and the stream with it', async () => {
    let isCancelled = false
    const cancel = () => {
      isCancelled = true
    }
    await ask(() => new Response(chunksUntil(cancel)))
    await until(() => isCancelled)
    const closed = once(socket, 'close')
    socket.on('error', () => {}).resume()
    await closed
  })

  it('is cut off from a whole answer, too', async () => {
    await ask(() => new Response(new Uint8Array(bytes)))
    await once(served, 'close')
    let received = 0
    const closed = once(socket, 'close')
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        received += chunk.length
      })
    socket.resume()
    await closed
    expect(received).toBeLessThan(bytes)
  })
})

describe('a client goes on', () => {
  it('that takes its answer slowly', async () => {
    await ask(() => new Response(new Uint8Array(bytes)), longMs)
    const pausesMs = 2 * longMs
    let received = 0
    socket.on('data', (chunk) => {
      received += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), (chunk.length / bytes) * pausesMs)
    })
    socket.resume()
    await until(() => received > bytes)
  })

  it('whose answer has nothing to say for longer than that', async () => {
    let say: (text: string) => void = () => {}
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        say = (text) => controller.enqueue(new TextEncoder().encode(text))
      },
    })
    await ask(() => new Response(stream))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.resume()
    say('first')
    await expect.poll(() => received).toContain('first')
    await quiet(3 * shortMs)
    say('second')
    await expect.poll(() => received).toContain('second')
  })
})
