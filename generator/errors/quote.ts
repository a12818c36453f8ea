/**
 * Maximum characters of a value in a problem: a longer one is text of a document, or somebody else's, not a
 * name.
 */
const SHOWN = 80

/** A document's value in a problem: JSON on one line, cut to 80 characters. */
export function quote(value: unknown): string {
  if (typeof value !== 'string') return cut(JSON.stringify(value) ?? String(value))
  return JSON.stringify(cut(value))
}

/** A text on one line, cut to 80 characters. */
export function cut(text: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line
}
