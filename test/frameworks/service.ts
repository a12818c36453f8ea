import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { HANG_MS } from '../waiting.ts'
import type { Framework } from './framework.ts'
import { prepare } from './prepare.ts'

/** A framework's service, running on loopback. */
export interface RunningService {
  /** No slash at the end. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a service on a free port.
 * @param fault the way in which it breaks its document; absent: it is correct.
 * @throws Unavailable when it cannot be run on this machine.
 */
export async function startService(framework: Framework, fault = ''): Promise<RunningService> {
  const cwd = await prepare(framework)
  const [program, ...args] = framework.start
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, FAULT: fault, PYTHONUNBUFFERED: '1' },
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
    throw new Error(`The ${framework.name} service did not start: ${(error as Error).message}\n${told}`)
  }
}

/** The first line that is an address. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('It has no output.')
  const lines = createInterface({ input: child.stdout })
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It told no address in time.')), HANG_MS)
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
