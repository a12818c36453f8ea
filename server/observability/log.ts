import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino'
import { currentRequest } from './request-context.ts'

/** One line of JSON for each event, on the standard error stream. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** Facts of an event. They never hold a key, a body or a query: those may be secret. */
export type LogFields = Readonly<Record<string, string | number | undefined>>

export interface LogOptions {
  /** The least that is written. Default: "info". */
  readonly level?: keyof Log
  /** Takes a line with its end. Default: the standard error stream. */
  readonly write?: DestinationStream['write']
}

/** Makes a log. An event inside of a request carries the request's id. */
export function createLog({ level = 'info', write }: LogOptions = {}): Log {
  // Lines that come while one is being written go out together; what is left is written when the process ends.
  const stream = write === undefined ? destination({ fd: 2, sync: false }) : { write }
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => ({ request: currentRequest()?.id }),
  }
  const logger = pino(options, stream)
  return {
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  }
}
