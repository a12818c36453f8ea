import { withoutLinkTokens } from './link-tokens.ts'

/** Enough to recognise a value, and short enough for one line of a report. */
const LONGEST = 160

/** A text on one line, shortened if it is long, without the tokens in its links. */
export function exchangeExcerpt(text: string): string {
  const line = withoutLinkTokens(text).replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
