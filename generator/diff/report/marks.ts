/** Escapes text from a document, which can contain Markdown or HTML. */
export function diffTableCell(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~]/g, '\\$&')
    .replaceAll(/\s+/g, ' ')
}

/** Formats text as code, on one line for a table cell. */
export function diffTableCode(text: string): string {
  const marks = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return `${marks}${text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')}${marks}`
}
