import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')

/** Lines of its log that tell why a child has ended. */
const LAST_LINES = 20

export interface ChildOptions {
  /** Path below the repository's root, and the arguments after it on the command line. */
  readonly command: readonly [script: string, ...args: string[]]
  /** File for the child's log. Read by us, every line would take time from the measured work. */
  readonly log: string
  /** A module that is loaded before it, and may send messages to this process. Default: none. */
  readonly preload?: string
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** Ends the child. */
  readonly signal: AbortSignal
}

/** A server in a process of its own. */
export interface Child {
  /** "http://127.0.0.1:41234", no slash at the end. */
  readonly url: string
  readonly pid: number
  readonly process: ChildProcess
  /** Output up to the moment when it listened. */
  readonly output: string
  stop(): Promise<void>
}

/**
 * Starts a server, and waits until it prints its address.
 * @throws Error with what it printed and the last lines of its log when it ends before.
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

/** The service in a process of its own, on a new data folder. */
export interface ServiceChild extends Child {
  /** A key with all scopes, of the owner of the first organization. */
  readonly key: string
}

/** @param data folder of the service's database and files. @see startChild */
export async function startService({ data, ...options }: ServiceOptions): Promise<ServiceChild> {
  const child = await startChild({ ...options, command: ['server/main.js', '--port', '0', '--data', data] })
  const key = /phx_\w+/.exec(child.output)?.[0]
  if (key !== undefined) return { ...child, key }
  await child.stop()
  throw new Error(`The service has made no key in "${data}": the folder was not new.`)
}

export interface ServiceOptions extends Omit<ChildOptions, 'command'> {
  readonly data: string
}
