/**
 * Characters of a value that a problem shows: a longer one is a document's text rather
 * than a name, or somebody else's.
 */
const SHOWN = 80

/** A value of the document as problems show it: JSON on one line, its text cut to 80 characters. */
export function quote(value: unknown): string {
  if (typeof value !== 'string') return cut(JSON.stringify(value) ?? String(value))
  return JSON.stringify(cut(value))
}

/** At most 80 characters of a text on one line. */
export function cut(text: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line
}
