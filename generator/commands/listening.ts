import { UsageError } from '../errors/problem.ts'
import { MOCK_OPTIONS } from '../options/mock-options.ts'

/** Default port of `concordat mock` and `concordat proxy`. */
export const PORT = MOCK_OPTIONS.port.fallback

/**
 * Waits for a server that is about to listen.
 * @throws {UsageError} where the system does not let it.
 */
export async function listening<Server>(port: number, server: Promise<Server>): Promise<Server> {
  return server.catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined || !/^E[A-Z]+$/.test(error.code)) throw error
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    throw new UsageError(
      `Cannot listen on port ${port}: ${reason}. Fix: give another port, or --port 0 for a free one.`,
    )
  })
}

/**
 * Resolves when a command is told to stop (at once if that happened already), or on an uncaught error: the
 * command still writes what it has gathered.
 * @returns That error, to be thrown once it is.
 */
export async function stoppedOrFailed(stop: AbortSignal): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  process.once('uncaughtException', resolve)
  void stopped(stop).then(resolve)
  try {
    return await promise
  } finally {
    process.off('uncaughtException', resolve)
  }
}

/** Resolves when a command is told to stop; at once if it has been told already. */
export async function stopped(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return
  await new Promise((done) => stop.addEventListener('abort', done, { once: true }))
}
