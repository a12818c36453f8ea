import { currentRequest } from './request-context.ts'

/** One line of JSON for each event, on the standard error stream. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** Facts of an event. They never hold a key, a body or a query: those may be secret. */
export type LogFields = Readonly<Record<string, string | number | undefined>>

/** How much an event matters, from little to much. */
const levels = ['info', 'warn', 'error'] as const

export interface LogOptions {
  /** The least that is written. Default: "info". */
  readonly level?: (typeof levels)[number]
  /** Takes a line with its end. Default: the standard error stream. */
  readonly write?: (line: string) => void
}

/** Makes a log. An event inside of a request carries the request's id. */
export function createLog({ level: least = 'info', write = writeError }: LogOptions = {}): Log {
  const entry = (level: (typeof levels)[number]) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return () => {}
    return (event: string, fields?: LogFields) => {
      const request = currentRequest()?.id
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, request, ...fields })}\n`)
    }
  }
  return { info: entry('info'), warn: entry('warn'), error: entry('error') }
}

function writeError(line: string): void {
  process.stderr.write(line)
}
