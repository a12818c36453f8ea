import { DatabaseError } from 'pg'

/**
 * SQLSTATE codes for a broken connection, and for a server that is stopping, starting, out of connections, or
 * no longer accepting writes.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableCode = /^(08...|57P0[1-5]|53300|25006)$/

/** The driver's message for a closed connection. Such an error has no code. */
const unavailableMessage = /^(Connection terminated|Client has encountered a connection error)/

/** The driver's message when all connections in a pool are in use. */
const busyMessage = 'timeout exceeded when trying to connect'

/** SQLSTATE code for a statement that exceeded its time limit. */
const canceled = '57014'

/** SQLSTATE code for a write that fails because the disk is full; reads still work. */
const diskFull = '53100'

/**
 * True if an error means that the database is unreachable, stopping, starting, out of connections, or no
 * longer accepting writes.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnavailable)
  if (error instanceof DatabaseError) return unavailableCode.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  return isSocketError(error) || unavailableMessage.test(error.message)
}

/** True if an error means that all connections were in use for too long. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && error.message === busyMessage
}

/** True if an error means that a statement took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === canceled
}

/** True if an error means that the database's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === diskFull
}

function isSocketError(error: Error): boolean {
  const { syscall, code } = error as NodeJS.ErrnoException
  // The database's host name is looked up for every connection, and the lookup can also fail temporarily.
  return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'ECONNRESET' || code === 'EPIPE'
}
