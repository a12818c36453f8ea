/** Input of a judge: its documents, and how it reports and stops. */
export interface Circumstances {
  /** Folders with documents, absolute; empty for those of this repository. */
  readonly folders: readonly string[]
  readonly signal: AbortSignal
  /** Reports the step that begins. */
  readonly onStep: (text: string) => void
}

/** The result of a judge: one row of the table. */
export interface Verdict {
  /** Value in the judge's own unit; NaN if nothing could be measured, which breaks the bound. */
  readonly figure: number
  /** Upper bound of the figure, with a margin for noise. */
  readonly atMost: number
  /** The parts of the figure, a line for each. */
  readonly details: readonly string[]
}

/** Why a judge had nothing to judge. */
export interface Skipped {
  readonly skipped: string
}

/** Holds the program to one bound. */
export interface Judge {
  /** Name in `--only`. */
  readonly name: string
  /** Name of the figure: "processor time of generating / of JSON.parse". */
  readonly measures: string
  judge(circumstances: Circumstances): Promise<Verdict | Skipped>
}

export function isKept(verdict: Verdict | Skipped): boolean {
  return 'skipped' in verdict || verdict.figure <= verdict.atMost
}
