import type { ReportDocument } from '@concordat/contract'

/**
 * Reason why a run fails by `--fail-on`, if it does.
 * @param share maximum share of checks not run; `undefined` for any.
 */
export function missedLine(
  { totals: { notRun, checks } }: Pick<ReportDocument, 'totals'>,
  share: number | undefined,
): string | undefined {
  if (share === undefined || notRun <= share * checks) return undefined
  const option = share === 0 ? 'not-run' : `not-run=${share}`
  return `Failed by --fail-on ${option}: ${notRun} of ${checks} checks were not run. Fix: see "Not run, because" for what each needs.`
}
