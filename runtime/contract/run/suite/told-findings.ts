import { type Finding, factKey } from '../../data/outcome/finding.ts'
import { generalRule } from '../../rules/checks/checks.ts'
import { isSelectedViolation, type ToldRules } from '../plan/selection.ts'

/**
 * Returns each fault once, limited to the selected rules and grades.
 * @param step The family whose requests showed the faults.
 */
export function toldFindings(
  findings: readonly Finding[],
  select: ToldRules = {},
  step = generalRule.code,
): readonly Finding[] {
  return distinct(findings).filter(
    ({ grade, rule }) => (select.grades?.includes(grade) ?? true) && isSelectedViolation(select, rule, step),
  )
}

/** Keeps one finding per fault, however many requests showed it. */
function distinct(findings: readonly Finding[]): Finding[] {
  const key = (finding: Finding): string => JSON.stringify([finding.clause, factKey(finding)])
  return [...new Map(findings.toReversed().map((finding) => [key(finding), finding])).values()].toReversed()
}
