import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')

/** Number of log lines to show if a child ends before it listens. They usually contain the reason. */
const LAST_LINES = 20

export interface ChildOptions {
  /** Script path relative to the repository root, followed by its command-line arguments. */
  readonly command: readonly [script: string, ...args: string[]]
  /**
   * File to which the child writes its log, because reading the log in this process would take time from the
   * measured work.
   */
  readonly log: string
  /** A module that is loaded before the script and can send messages to this process. Default: none. */
  readonly preload?: string
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** Ends the child. */
  readonly signal: AbortSignal
}

/** A server in a process of its own. */
export interface Child {
  /** "http://127.0.0.1:41234", without a trailing slash. */
  readonly url: string
  readonly pid: number
  readonly process: ChildProcess
  /** Output until the server started listening. */
  readonly output: string
  stop(): Promise<void>
}

/**
 * Starts a server, and waits until it prints its address.
 * @throws Error with its output and the last lines of its log if it ends before that.
 */
export async function startChild({ command, log, preload, env = {}, signal }: ChildOptions): Promise<Child> {
  const loaded = preload === undefined ? [] : ['--import', pathToFileURL(preload).href]
  const child = spawn(process.execPath, [...loaded, ...command], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', openSync(log, 'a'), ...(preload === undefined ? [] : (['ipc'] as const))],
    signal,
    killSignal: 'SIGTERM',
  })
  const { stdout } = child
  if (stdout === null) throw new Error('The child has no standard output.')
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    stdout.setEncoding('utf8').on('data', (data: string) => {
      output += data
      const listening = /Listening on (\S+)/.exec(output)?.[1]
      if (listening !== undefined) resolve(listening)
    })
    child.on('error', reject)
    child.on('exit', (code, by) => {
      const last = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LAST_LINES)
      reject(new Error(`"${command[0]}" ended with ${code ?? by}.\n${output}${last.join('\n')}`))
    })
  })
  return {
    url,
    pid: child.pid ?? 0,
    process: child,
    output,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The service in a process of its own, with a new data folder. */
export interface ServiceChild extends Child {
  /** The key of the first organization's owner. It has all scopes. */
  readonly key: string
}

/** Starts the service. @param data folder for its database and files. @see startChild */
export async function startService({ data, ...options }: ServiceOptions): Promise<ServiceChild> {
  const child = await startChild({ ...options, command: ['server/main.js', '--port', '0', '--data', data] })
  const key = /phx_\w+/.exec(child.output)?.[0]
  if (key !== undefined) return { ...child, key }
  await child.stop()
  throw new Error(`The service has created no key in "${data}" because the folder was not new.`)
}

export interface ServiceOptions extends Omit<ChildOptions, 'command'> {
  readonly data: string
}
