import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Processor time and memory of a process since it began. */
export interface Usage {
  /** Microseconds on the processor: its own code, and the system's for it. */
  readonly user: number
  readonly system: number
  /** Resident memory. */
  readonly bytes: number
}

/** A server in a process of its own, which tells what it uses. */
export interface ServerProcess {
  readonly port: number
  readonly usage: () => Promise<Usage>
  readonly stop: () => Promise<void>
}

/**
 * Starts a script that calls `tell`.
 * @param before the command that runs it; by default it runs as any process does.
 * @throws Error when it ends before it listens.
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
      // An abort has ended it already.
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
