/**
 * Maximum characters of a value in a problem: a longer one is text of a document, or somebody else's, not a
 * name.
 */
const SHOWN = 80

/** A document's value in a problem: JSON on one line, cut to 80 characters. */
export function quoteInProblem(value: unknown): string {
  if (typeof value !== 'string') return cutInProblem(JSON.stringify(value) ?? String(value))
  return JSON.stringify(cutInProblem(value))
}

/** A text on one line, cut to 80 characters. */
export function cutInProblem(text: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line
}
