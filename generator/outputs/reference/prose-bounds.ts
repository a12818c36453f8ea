/** Bounds within which CommonMark is read; a text beyond one of them is shown as it was written. */
const MOST = {
  /** Characters between two empty lines: some of them are compared with all that follow. */
  block: 20_000,
  /** Marks and blanks that a line begins with: each pair can be one more list or quotation in another. */
  beginning: 100,
  /** Runs of marks of emphasis between two empty lines, which lie in one another. */
  runs: 1000,
} as const

const EMPTY_LINE = /\n[ \t]*\n/
/** A list's mark has a blank behind it; rules and rows of hyphens have none. */
const BEGINNING = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/
/** Underscores inside words are none. */
const RUN = /\*+|\b_|_\b/g

/** True if reading a text as CommonMark takes time and depth in proportion to its length. */
export function isProseWithinBounds(text: string): boolean {
  return (
    text.split(EMPTY_LINE).every((block) => block.length <= MOST.block && count(block, RUN) <= MOST.runs) &&
    text.split('\n').every((line) => (BEGINNING.exec(line)?.[0].length ?? 0) <= MOST.beginning)
  )
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
