/** Sentences for startup failures that an operator can fix, as opposed to bugs, by error code. */
const sentences: Readonly<Record<string, (error: NodeJS.ErrnoException & Listening) => string>> = {
  EADDRINUSE: ({ address, port }) =>
    `Another process is already listening on ${address}:${port}. Fix: stop that process, or choose another port with --port, PORT or METRICS_PORT.`,
  EACCES: ({ address, port, path, message }) =>
    port === undefined
      ? `This user has no access to "${path ?? address ?? message}". Fix: give the user access to it.`
      : `This user is not allowed to listen on ${address}:${port}. Fix: choose another port, 1024 or higher, with --port, PORT or METRICS_PORT.`,
  EADDRNOTAVAIL: ({ address }) =>
    `This machine does not have the address ${address}. Fix: choose another address with --host or HOST.`,
  ENOTFOUND: ({ message }) => `A host name cannot be resolved: ${message}. Fix: check HOST and DATABASE_URL.`,
  ECONNREFUSED: ({ address, port }) =>
    `Nothing is listening on ${port === undefined ? address : `${address}:${port}`}. Fix: start PostgreSQL there, or check DATABASE_URL.`,
  ENOSPC: ({ message }) => `The disk is full: ${message}.`,
  EROFS: ({ path }) =>
    `"${path}" cannot be written to. Fix: choose another folder with --data or DATA_FOLDER, or with XDG_CACHE_HOME for the copy of PostgreSQL.`,
  '28P01': ({ message }) => `PostgreSQL rejects the user: ${message}. Fix: check DATABASE_URL.`,
  '3D000': ({ message }) =>
    `PostgreSQL rejects the database: ${message}. Fix: create it, or check DATABASE_URL.`,
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
