import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, serve } from '@concordat/runtime/server/node'
import { afterEach, describe, expect, it } from 'vitest'

const stalledAnswerMs = 400

let server: RunningServer
let socket: Socket
afterEach(async () => {
  socket.destroy()
  await server.close(0)
})

/** More than the system's buffers of two sockets hold. */
const bytes = 32 * 2 ** 20

/** Sends a request whose answer nobody reads yet. */
async function ask(answer: () => Response): Promise<void> {
  server = await serve(async () => answer(), { stalledAnswerMs })
  socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: example.com\r\n\r\n')
}

/** An endless stream that says when it was cancelled. */
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
    await expect.poll(() => isCancelled, { timeout: 30_000 }).toBe(true)
    const closed = once(socket, 'close')
    socket.on('error', () => {}).resume()
    await closed
  })

  it('is cut off from a whole answer, too', async () => {
    await ask(() => new Response(new Uint8Array(bytes)))
    await sleep(4 * stalledAnswerMs)
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
    await ask(() => new Response(new Uint8Array(bytes)))
    let received = 0
    socket.on('data', (chunk) => {
      received += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), chunk.length / 2 ** 14)
    })
    socket.resume()
    await expect.poll(() => received, { timeout: 60_000 }).toBeGreaterThan(bytes)
  })

  it('whose answer has nothing to say for longer than that', async () => {
    let say: (text: string) => void = () => {}
    const quiet = new ReadableStream<Uint8Array>({
      start(controller) {
        say = (text) => controller.enqueue(new TextEncoder().encode(text))
      },
    })
    await ask(() => new Response(quiet))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.resume()
    say('first')
    await expect.poll(() => received).toContain('first')
    await sleep(3 * stalledAnswerMs)
    say('second')
    await expect.poll(() => received).toContain('second')
  })
})
