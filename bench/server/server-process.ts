import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** CPU time that a process has used since it started, and its memory. */
export interface Usage {
  /** CPU microseconds for the process's own code (`user`), and for the system on its behalf (`system`). */
  readonly user: number
  readonly system: number
  /** Resident memory. */
  readonly bytes: number
}

/** A server in a separate process, which reports its resource usage. */
export interface ServerProcess {
  readonly port: number
  readonly usage: () => Promise<Usage>
  readonly stop: () => Promise<void>
}

/**
 * Starts a script that calls `tell`.
 * @param before the command with which to run it; by default the script runs directly.
 * @throws Error if the script ends before it listens.
 */
export async function startServer(
  script: string,
  { before, signal }: { readonly before: readonly string[] | undefined; readonly signal: AbortSignal },
): Promise<ServerProcess> {
  const [execPath = process.execPath, ...execArgv] = [...(before ?? []), process.execPath]
  const child = fork(script, [], {
    signal,
    execPath,
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.on('error', () => undefined)
  const { port } = (await told(child, script)) as { port: number }
  return {
    port,
    usage: async () => {
      child.send('usage')
      return (await told(child, script)) as Usage
    },
    stop: async () => {
      // An abort has already ended it.
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function told(child: ChildProcess, script: string): Promise<unknown> {
  const over = new AbortController()
  try {
    const [message] = (await Promise.race([
      once(child, 'message', over),
      once(child, 'exit', over).then(([code]) => {
        throw new Error(`"${script}" ended with ${code}.`)
      }),
    ])) as [unknown]
    return message
  } finally {
    over.abort()
  }
}
