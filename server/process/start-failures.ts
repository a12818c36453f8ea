/** Startup failures that an operator can fix, as opposed to bugs. */
const sentences: Readonly<Record<string, (error: NodeJS.ErrnoException & Listening) => string>> = {
  EADDRINUSE: ({ address, port }) =>
    `Another process listens on ${address}:${port} already. Fix: end it, or choose another port by --port or PORT.`,
  EACCES: ({ address, port, path, message }) =>
    port === undefined
      ? `"${path ?? message}" may not be used by this user. Fix: give the user access to it.`
      : `This user may not listen on ${address}:${port}. Fix: choose a port from 1024 on by --port or PORT.`,
  EADDRNOTAVAIL: ({ address }) =>
    `This machine has no address ${address}. Fix: choose another by --host or HOST.`,
  ENOTFOUND: ({ message }) => `A host name leads nowhere: ${message}. Fix: look at HOST and DATABASE_URL.`,
  ECONNREFUSED: ({ address, port }) =>
    `Nothing listens on ${address}:${port}. Fix: start PostgreSQL there, or look at DATABASE_URL.`,
  ENOSPC: ({ message }) => `The disk is full: ${message}.`,
  EROFS: ({ path }) => `"${path}" cannot be written to. Fix: choose another folder by --data or DATA_FOLDER.`,
  '28P01': ({ message }) => `PostgreSQL refuses the user: ${message}. Fix: look at DATABASE_URL.`,
  '3D000': ({ message }) =>
    `PostgreSQL has no such database: ${message}. Fix: make it, or look at DATABASE_URL.`,
}

interface Listening {
  readonly address?: string
  readonly port?: number
}

/**
 * A sentence for a failure that an operator can fix; `undefined` for all other failures, which should be
 * shown completely.
 */
export function startFailure(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return startFailure(error.errors[0])
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return sentences[code]?.(error) ?? startFailure(error.cause)
}
