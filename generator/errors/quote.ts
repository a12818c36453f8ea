/** Maximum length of a value in a problem, in characters. */
const SHOWN = 80

/** A document's value as shown in a problem: JSON on one line, truncated to 80 characters. */
export function quoteInProblem(value: unknown): string {
  if (typeof value !== 'string') return cutInProblem(JSON.stringify(value) ?? String(value))
  return JSON.stringify(cutInProblem(value))
}

/** Text on one line, truncated to 80 characters. */
export function cutInProblem(text: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line
}
