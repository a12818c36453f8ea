import { type DestinationStream, destination, pino } from 'pino'
import { currentRequestContext } from './request-context.ts'

/** Writes one line of JSON per event. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** An event's details. They never contain a key, a body or a query, because these can be secret. */
export type LogFields = Readonly<Record<string, string | number | undefined>>

export interface LogOptions {
  /** The lowest level to write. Default: "info". */
  readonly level?: keyof Log
  /** Writes a line, including its line break. Default: the standard error stream. */
  readonly write?: DestinationStream['write']
}

/**
 * Time that a line waits for more lines, in milliseconds. Lines are written in batches, because waking the
 * writing thread costs as much as answering a request.
 */
const lineDelay = 20

/** The standard error stream. Lines are written in batches, and the remaining ones when the process ends. */
function errorStream(): DestinationStream {
  const stream = destination({ fd: 2, sync: false })
  let lines = ''
  const flush = (): void => {
    const text = lines
    lines = ''
    if (text !== '') stream.write(text)
  }
  process.on('exit', () => {
    flush()
    stream.flushSync()
  })
  return {
    write(line) {
      if (lines === '') setTimeout(flush, lineDelay)
      lines += line
    },
  }
}

/**
 * Creates a function that returns the current time as a JSON property for a line. Lines in the same
 * millisecond share it, because formatting a time takes as long as the rest of a line.
 */
function createClock(): () => string {
  let written = Number.NaN
  let member = ''
  return () => {
    const now = Date.now()
    if (now !== written) {
      written = now
      member = `,"time":"${new Date(now).toISOString()}"`
    }
    return member
  }
}

/** Creates a log. An event during a request includes the request's id. */
export function createLog({ level = 'info', write }: LogOptions = {}): Log {
  const stream = write === undefined ? errorStream() : { write }
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: createClock(),
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => ({ request: currentRequestContext()?.id }),
  }
  const logger = pino(options, stream)
  return {
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  }
}
