import { type ChildProcess, spawn } from 'node:child_process'
import { HANG_MS } from '../waiting.ts'

const ADDRESS = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/

/** A process that serves. */
export interface Serving {
  readonly origin: string
  readonly stop: () => Promise<void>
}

interface Started {
  readonly child: ChildProcess
  readonly text: () => string
}

/** Runs a command to its end. */
export async function ended(
  command: readonly string[],
  cwd: string,
  signal: AbortSignal,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number | null; readonly text: string }> {
  const { child, text } = start(
    command,
    cwd,
    AbortSignal.any([signal, AbortSignal.timeout(HANG_MS)]),
    environment,
  )
  const status = await new Promise<number | null>((done, fail) => child.on('close', done).on('error', fail))
  return { status, text: text() }
}

/** Starts a command that prints the address on which it listens. */
export async function serving(
  command: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<Serving> {
  const { child, text } = start(command, cwd, signal)
  const gone = new Promise<void>((done) => child.on('close', () => done()))
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
    await gone
    clearTimeout(timer)
  }
  const address = new Promise<string>((found, fail) => {
    const timer = setTimeout(() => fail(new Error(`printed no address: ${text().slice(-2000)}`)), HANG_MS)
    const look = () => {
      const [origin] = ADDRESS.exec(text()) ?? []
      if (origin === undefined) return
      clearTimeout(timer)
      found(origin)
    }
    child.stdout?.on('data', look)
    child.on('error', fail)
    child.on('close', (status) => {
      clearTimeout(timer)
      fail(new Error(`ended with ${status}: ${text().slice(-2000)}`))
    })
  })
  try {
    return { origin: await address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function start(
  command: readonly string[],
  cwd: string,
  signal: AbortSignal,
  environment: Readonly<Record<string, string>> = {},
): Started {
  const [program = '', ...args] = command
  const env = {
    ...process.env,
    NO_COLOR: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    ...environment,
  }
  const child = spawn(program, args, { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  return { child, text: () => text }
}
