import { settingOf } from '../outcome/kinds/reason.ts'
import type { CheckResult } from '../outcome/outcome.ts'

/** A setting that would let checks run, and how many. */
export interface Advice {
  /** "CONCORDAT_OTHER_KEY", "--allow". */
  readonly setting: string
  readonly checks: number
}

/** The settings that reasons name, the one that gives most back first. */
export function adviceOf(results: readonly CheckResult[]): readonly Advice[] {
  const named = results.flatMap(({ outcome }) =>
    outcome.status === 'not-run' ? (settingOf(outcome.why) ?? []) : [],
  )
  return [...Map.groupBy(named, (setting) => setting)]
    .map(([setting, all]) => ({ setting, checks: all.length }))
    .sort((one, other) => other.checks - one.checks)
}

/** "Not tested: 88 of 403 checks. CONCORDAT_OTHER_KEY would give most back: +88 checks."; `undefined` where all were. */
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
  const most = best === undefined ? '' : ` ${best.setting} would add most: +${best.checks} checks.`
  return `Not tested: ${notRun} of ${checks} checks.${most}`
}
