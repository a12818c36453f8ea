import { linksWithoutTokens } from './link-tokens.ts'

/**
 * Maximum number of characters, apart from the ellipsis: enough to recognize a value, and few enough for one
 * line of a report.
 */
const LONGEST = 160

/** Puts text on one line, shortens it if it is long, and removes the tokens from its links. */
export function exchangeExcerpt(text: string): string {
  const line = linksWithoutTokens(text).replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
