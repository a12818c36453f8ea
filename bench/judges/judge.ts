/** A judge's input: its documents, a callback for progress, and a signal to stop. */
export interface Circumstances {
  /** Absolute paths of folders with documents; if empty, this repository's documents are used. */
  readonly folders: readonly string[]
  readonly signal: AbortSignal
  /** Called when a step begins. */
  readonly onStep: (text: string) => void
}

/** A judge's result. Each result is one row of the table. */
export interface Verdict {
  /** Value in the judge's own unit; if nothing could be measured, NaN, which is never within the bound. */
  readonly figure: number
  /** Upper bound for the figure; for a measured one, with a margin for noise. */
  readonly atMost: number
  /** Lines that explain the figure. */
  readonly details: readonly string[]
}

/** Why a judge had nothing to check. */
export interface Skipped {
  readonly skipped: string
}

/** Checks the program against one bound. */
export interface Judge {
  /** Name in `--only`. */
  readonly name: string
  /** Name of the figure, such as "processor time of generation divided by that of JSON.parse". */
  readonly measures: string
  judge(circumstances: Circumstances): Promise<Verdict | Skipped>
}

export function isKept(verdict: Verdict | Skipped): boolean {
  return 'skipped' in verdict || verdict.figure <= verdict.atMost
}
