/** Sentences for the system errors of `listen`, each with a remedy. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'another process is listening there. Fix: choose another `port` (0 for any free port), or stop that process.',
  EACCES: 'this user does not have permission. Fix: choose another `port`, 1024 or higher.',
  EADDRNOTAVAIL: 'this machine does not have that address. Fix: choose another `hostname`.',
}

/**
 * Explains where and why a server could not listen, with a remedy, and keeps `code`, `address` and `port`.
 * Other errors are unchanged.
 */
export function serverListenError(error: NodeJS.ErrnoException, address: string, port: number): Error {
  const { code = '' } = error
  const reason = REASONS[code]
  if (reason === undefined) return error
  const message = `Cannot listen on ${address}:${port}: ${reason}`
  return Object.assign(new Error(message, { cause: error }), { code, address, port })
}
