import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { HANG_MS } from '../../waiting.ts'

/** The checkout whose service is started by default. */
export const checkout = path.join(import.meta.dirname, '../../..')

export interface StartOptions {
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly checkout?: string
  /** A module that is loaded before the service, and can send messages to this process. */
  readonly preload?: string
}

/** A service in its own process. */
export interface ServiceProcess {
  readonly url: string
  readonly pid: number
  readonly process: ChildProcess
  /** The key that the first start prints. */
  readonly firstKey: string | undefined
  /** Returns the end of its log: at least the last 100,000 characters. */
  log(): string
  /**
   * Sends a signal and waits for the end. Returns the exit code, or `null` if the signal ended the process.
   */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * Returns a service's log so far, in whole lines. Log lines and responses arrive through different pipes, so
 * a line can arrive after its response.
 */
export function logLines({ log }: ServiceProcess): Record<string, unknown>[] {
  return log()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

/** Starts the service on a free port, with its responses checked against the document. */
export async function startService(options: StartOptions): Promise<ServiceProcess> {
  const loaded = options.preload === undefined ? [] : ['--import', options.preload]
  const child = spawn(process.execPath, [...loaded, 'server/main.js', '--port', '0', ...options.args], {
    cwd: options.checkout ?? checkout,
    env: { ...process.env, VALIDATE_RESPONSES: 'throw', DATABASE_URL: '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', ...(options.preload === undefined ? [] : (['ipc'] as const))],
  })
  let log = ''
  child.stderr?.on('data', (data) => {
    log = (log + data).slice(-200_000)
  })
  const output = await firstLines(child)
  return {
    log: () => log,
    pid: child.pid ?? 0,
    process: child,
    url: /Listening on (\S+)/.exec(output)?.[1] ?? '',
    firstKey: /(phx_\w+)/.exec(output)?.[1],
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      return child.exitCode
    },
  }
}

function firstLines(child: ChildProcess): Promise<string> {
  let output = ''
  let errors = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The service ${why}:\n${output}${errors}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`did not start in ${HANG_MS} ms`)
    }, HANG_MS)
    child.stderr?.on('data', (data) => {
      errors = (errors + data).slice(-5000)
    })
    child.stdout?.on('data', (data) => {
      output += data
      if (output.includes('Listening on')) {
        clearTimeout(timer)
        resolve(output)
      }
    })
    // Not on `exit`, because output can still be on its way then.
    child.once('close', (code) => {
      clearTimeout(timer)
      fail(`ended with the code ${code}`)
    })
  })
}

/** A command's output and exit code. */
export interface CommandOutcome {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A command that runs. */
export interface RunningCommand {
  readonly outcome: Promise<CommandOutcome>
  kill(): void
}

/** Starts `npm run admin` without npm. */
export function startAdmin(
  args: readonly string[],
  { env = {}, checkout: folder = checkout }: Partial<StartOptions> = {},
): RunningCommand {
  const child = spawn(process.execPath, ['server/admin.ts', ...args], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outcome = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')] as const)
  return {
    outcome: outcome.then(([stdout, stderr, [status]]) => ({ status, stdout, stderr })),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Runs the same command to its end, while the test keeps serving the command's connections. */
export async function runAdmin(
  args: readonly string[],
  options: Partial<StartOptions> = {},
): Promise<CommandOutcome> {
  return await startAdmin(args, options).outcome
}
