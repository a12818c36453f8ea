import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ForeignService } from './foreign-service.ts'
import { prepareService } from './prepare-service.ts'

/** Milliseconds after which a start counts as hanging. No machine needs that long. */
const HANG_MS = 600_000

/** A third-party service running on loopback. */
export interface RunningService {
  /** Without a trailing slash. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a service on a free port.
 * @param workshop as in `prepareService`.
 * @param environment variables of its process.
 * @throws Unavailable if the service cannot be run on this machine.
 */
export async function startForeignService(
  service: ForeignService,
  workshop: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const cwd = await prepareService(service, workshop)
  const [program, ...args] = service.start
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...environment, PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => {
    told = (told + chunk).slice(-4000)
  })
  try {
    const url = await addressOf(child)
    return { url, stop: () => stop(child) }
  } catch (error) {
    await stop(child)
    throw new Error(`The ${service.name} service did not start: ${(error as Error).message}\n${told}`)
  }
}

/** Returns the first address that the service prints. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('It has no output.')
  const lines = createInterface({ input: child.stdout })
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It did not report an address in time.')), HANG_MS)
    lines.on('line', (line) => {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
      if (address !== undefined) {
        clearTimeout(timer)
        resolve(address)
      }
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`It ended with ${code}.`))
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
