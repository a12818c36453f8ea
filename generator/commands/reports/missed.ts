import type { ReportDocument } from '@concordat/contract'

/**
 * A line that explains that a run fails because of `--fail-on`; `undefined` if it does not.
 * @param share maximum share of checks that were not run; `undefined` for no limit.
 */
export function failOnMissedLine(
  { totals: { notRun, checks } }: Pick<ReportDocument, 'totals'>,
  share: number | undefined,
): string | undefined {
  if (share === undefined || notRun <= share * checks) return undefined
  const option = share === 0 ? 'not-run' : `not-run=${share}`
  return `Failed because of --fail-on ${option}: ${notRun} of ${checks} checks did not run. Fix: provide what each check needs; "Not run, because" lists it.`
}
