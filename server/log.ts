/** One line of JSON for each event, on the standard error stream. */
export interface Log {
  info(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** Facts of an event. They never hold a key, a body or a query: those may be secret. */
export type LogFields = Readonly<Record<string, string | number | undefined>>

/** Makes a log that writes lines, by default to the standard error stream. */
export function createLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const entry = (level: string) => (event: string, fields?: LogFields) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`)
  return { info: entry('info'), error: entry('error') }
}
