/** Percent-decodes; text that is not well encoded stays as it is, for the schema or the look-up to refuse. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Decodes a query or a form, where "+" stands for a space. @see URL Standard, application/x-www-form-urlencoded */
export function formDecode(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text)
}
