import { DatabaseError } from 'pg'

/**
 * SQLSTATE codes of a server that is going, coming, full, or no longer the one that takes writes.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableCode = /^(08...|57P0[1-5]|53300|25006)$/

/** Message of the driver about the end of a connection: it has no code. */
const unavailableMessage = /^(Connection terminated|Client has encountered a connection error)/

/** The driver's message when every connection of a pool is in use. */
const busyMessage = 'timeout exceeded when trying to connect'

/** SQLSTATE of a statement that took longer than its limit. */
const canceled = '57014'

/** SQLSTATE of a write that finds no space: reading goes on. */
const diskFull = '53100'

/** True if an error says that the database cannot be used now, whatever the statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnavailable)
  if (error instanceof DatabaseError) return unavailableCode.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  return isSocketError(error) || unavailableMessage.test(error.message)
}

/** True if an error says that all connections were in use for too long. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === busyMessage
}

/** True if an error says that a statement took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === canceled
}

/** True if an error says that the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === diskFull
}

function isSocketError(error: Error): boolean {
  const { syscall, code } = error as NodeJS.ErrnoException
  // The name of the database's host may be unknown for a while, too: it is looked up for every connection.
  return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'ECONNRESET' || code === 'EPIPE'
}
