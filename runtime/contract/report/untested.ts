import { settingOfReason } from '../data/outcome/kinds/reason.ts'
import type { CheckResult } from '../data/outcome/outcome.ts'
import { counted } from '../lexicon/lexicon.ts'

/** A setting that would let checks run, and the number of those checks. */
export interface Advice {
  /** "CONCORDAT_OTHER_KEY", "--allow". */
  readonly setting: string
  readonly checks: number
}

/**
 * The settings that would let some of the checks run that were not run, starting with the setting that
 * affects the most checks.
 */
export function untestedAdvice(results: readonly CheckResult[]): readonly Advice[] {
  const named = results.flatMap(({ outcome }) =>
    outcome.status === 'not-run' ? (settingOfReason(outcome.why) ?? []) : [],
  )
  return [...Map.groupBy(named, (setting) => setting)]
    .map(([setting, all]) => ({ setting, checks: all.length }))
    .sort((one, other) => other.checks - one.checks)
}

/**
 * A line such as "Not tested: 88 of 403 checks. CONCORDAT_OTHER_KEY would enable 80 of them."; `undefined` if
 * all checks were tested.
 */
export function untestedLine({
  checks,
  notRun,
  advice: [best],
}: {
  readonly checks: number
  readonly notRun: number
  readonly advice: readonly Advice[]
}): string | undefined {
  if (notRun === 0) return undefined
  const most =
    best === undefined
      ? ''
      : ` ${best.setting} would enable ${notRun === 1 ? 'it' : `${best.checks} of them`}.`
  return `Not tested: ${notRun} of ${counted(checks, 'check')}.${most}`
}

/**
 * The share of the planned checks that a run has judged. A check that was not run says nothing about the
 * server.
 */
export interface Judged {
  /** Number of operations with at least one judged check. */
  readonly judgedOperations: number
  readonly judgedChecks: number
  /** Number of all checks, whether or not they were judged. */
  readonly checks: number
}

/** Statuses that judge the server. A defect of the suite is not a judgment. */
const JUDGEMENTS: readonly string[] = [
  'passed',
  'failed',
  'known',
] satisfies CheckResult['outcome']['status'][]

export function judgedTotals(results: readonly CheckResult[]): Judged {
  const judged = results.filter(({ outcome }) => JUDGEMENTS.includes(outcome.status))
  return {
    judgedOperations: new Set(judged.map(({ operationId }) => operationId)).size,
    judgedChecks: judged.length,
    checks: results.length,
  }
}

/** A line such as "Tested 41 of 50 operations with 412 of 530 checks." */
export function judgedLine(totals: Judged & { readonly operations: number }): string {
  const { operations, judgedOperations, judgedChecks, checks } = totals
  const [head, link] = isBlindRun(totals) ? ['Nothing was tested:', ','] : ['Tested', ' with']
  return `${head} ${judgedOperations} of ${counted(operations, 'operation')}${link} ${judgedChecks} of ${counted(checks, 'check')}.`
}

/** True if a run judged none of its checks. Such a run must not look like one without faults. */
export function isBlindRun({ judgedChecks, checks }: Judged): boolean {
  return judgedChecks === 0 && checks > 0
}
