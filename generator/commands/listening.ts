import { UsageError } from '../errors/problem.ts'
import { MOCK_OPTIONS } from '../options/mock-options.ts'

/** Default port of `concordat mock` and `concordat proxy`. */
export const PORT = MOCK_OPTIONS.port.fallback

/**
 * Waits until a server listens.
 * @throws {UsageError} if the system does not allow it.
 */
export async function untilListening<Server>(port: number, server: Promise<Server>): Promise<Server> {
  return server.catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined || !/^E[A-Z]+$/.test(error.code)) throw error
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    const isOfAddress = /^E(?:ADDRNOTAVAIL|NOTFOUND|AFNOSUPPORT)$/.test(error.code)
    const fix = isOfAddress
      ? 'choose an address of this machine with --host'
      : 'choose another port, or use --port 0 for any free port'
    throw new UsageError(`Cannot listen on port ${port}: ${reason}. Fix: ${fix}.`)
  })
}

/**
 * Resolves when a command is told to stop (immediately if it already was) or when there is an uncaught error,
 * so that the command can still write its results.
 * @returns the error, which the caller throws afterwards.
 */
export async function untilStoppedOrFailed(stop: AbortSignal): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  process.once('uncaughtException', resolve)
  void untilStopped(stop).then(resolve)
  try {
    return await promise
  } finally {
    process.off('uncaughtException', resolve)
  }
}

/** Resolves when a command is told to stop, or immediately if it already was. */
export async function untilStopped(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return
  await new Promise((done) => stop.addEventListener('abort', done, { once: true }))
}
