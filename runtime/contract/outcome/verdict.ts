import type { Finding } from './finding.ts'
import { NotRun } from './not-run.ts'

/** Faults of what was compared, none if all is as it should be; or why nothing could be compared. */
export type Verdict<Fault = Finding> = readonly Fault[] | NotRun

/** One verdict of several: nothing was compared only if none of them compared anything. The first reason counts. */
export function allOf<Fault>(verdicts: readonly Verdict<Fault>[]): Verdict<Fault> {
  const compared = verdicts.flatMap((verdict) => (verdict instanceof NotRun ? [] : [verdict]))
  const [first = nothing()] = verdicts
  return compared.length === 0 ? first : compared.flat()
}

/** The answers have no part to compare, such as a header that is optional. */
export function nothing(): NotRun {
  return new NotRun({ kind: 'nothing compared' })
}

/** True if nothing was found: also where nothing was compared. */
export function isClean(verdict: Verdict<unknown>): boolean {
  return verdict instanceof NotRun || verdict.length === 0
}
