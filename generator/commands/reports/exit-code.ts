import type { ContractReport, Outcome } from '@concordat/contract'

/**
 * Returns the exit code of a run of "verify" or "contract".
 * @returns 0 if no rule failed except known failures; 1 if one failed, a known failure passed, or the run
 * ended early; 2 if nothing was checked; 3 if the suite itself failed and no rule did.
 * @see docs/ci.md, Exit codes
 */
export function runExitCode({ results, stale, ended }: ContractReport): 0 | 1 | 2 | 3 {
  const has = (status: Outcome['status']): boolean => results.some(({ outcome }) => outcome.status === status)
  if (has('failed') || stale.length > 0 || ended !== undefined) return 1
  if (has('defect')) return 3
  return has('passed') || has('known') ? 0 : 2
}
