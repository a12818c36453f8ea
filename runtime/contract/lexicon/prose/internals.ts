/** Texts of frames, exceptions and databases that belong in a server's log. */
const INTERNALS = [
  /Traceback \(most recent call last\)/,
  /\n\s*at [\w$.<>[\] ]+ ?\([^()\n]*:\d+(?::\d+)?\)/,
  /\bgoroutine \d+ \[\w/,
  /\bSQLSTATE\b|\bORA-\d{5}\b|\bSQLITE_[A-Z]+\b|\bpq: /,
  /\b(?:UNIQUE|NOT NULL|FOREIGN KEY) constraint failed\b/,
  /\bviolates (?:unique|foreign key|not-null|check) constraint\b/,
  /\b(?:java|javax|org|com)\.(?:\w+\.)+\w+(?:Exception|Error)\b/,
  /\bSystem\.(?:\w+\.)*\w+Exception\b/,
  /\bfile "[^"\n]+\.py", line \d+/i,
] as const

/** The first part of an error message that reveals the server's internals: a stack frame, an SQL error. */
export function internalsTold(text: string): string | undefined {
  return INTERNALS.map((pattern) => pattern.exec(text)?.[0].trim()).find((found) => found !== undefined)
}
