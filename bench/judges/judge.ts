/** What a judge is told of its surroundings. */
export interface Circumstances {
  /** Folders with documents, absolute; empty for those of this repository. */
  readonly folders: readonly string[]
  readonly signal: AbortSignal
  /** Says what is being done. */
  readonly onStep: (text: string) => void
}

/** What a judge found: one row of the table. */
export interface Verdict {
  /** In the judge's own unit; NaN if nothing could be measured, which breaks the bound. */
  readonly figure: number
  /** What the figure may be at most, with a margin for noise. */
  readonly atMost: number
  /** What the figure consists of, a line for each part. */
  readonly details: readonly string[]
}

/** Why a judge had nothing to judge. */
export interface Skipped {
  readonly skipped: string
}

/** Holds the program to one bound. */
export interface Judge {
  /** As `--only` names it. */
  readonly name: string
  /** What the figure is: "processor time of generating / of JSON.parse". */
  readonly measures: string
  judge(circumstances: Circumstances): Promise<Verdict | Skipped>
}

export function isKept(verdict: Verdict | Skipped): boolean {
  return 'skipped' in verdict || verdict.figure <= verdict.atMost
}
