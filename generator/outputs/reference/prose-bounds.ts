/** Limits for parsing CommonMark. Text that exceeds one of them is shown as it was written. */
const MOST = {
  /**
   * Maximum number of characters between two empty lines. The parser compares some characters with all later
   * ones.
   */
  block: 20_000,
  /**
   * Maximum number of marks and spaces at the beginning of a line. Each pair can add a nested list or
   * quotation.
   */
  beginning: 100,
  /** Maximum number of runs of emphasis marks between two empty lines. Such runs can be nested. */
  runs: 1000,
} as const

const EMPTY_LINE = /\n[ \t]*\n/
/**
 * Matches the marks at the beginning of a line. A list marker is followed by a space or tab, unlike the
 * hyphens of thematic breaks.
 */
const BEGINNING = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/
/** Underscores inside words do not mark emphasis. */
const RUN = /\*+|\b_|_\b/g

/** True if the text is within the limits for parsing it as CommonMark. */
export function isReferenceProseBounded(text: string): boolean {
  return (
    text.split(EMPTY_LINE).every((block) => block.length <= MOST.block && count(block, RUN) <= MOST.runs) &&
    text.split('\n').every((line) => (BEGINNING.exec(line)?.[0].length ?? 0) <= MOST.beginning)
  )
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
