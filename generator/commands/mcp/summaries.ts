import type { ReportDocument } from '@concordat/contract'
import { counted } from '../../errors/counted.ts'
import type { Problem } from '../../errors/problem.ts'
import { listedForAgent } from './tool.ts'

const MOST_FINDINGS = 30
const MOST_REASONS = 5

/** Summarizes a run: its findings with their IDs, and the reasons why checks were not run. */
export function runSummaryForAgent({
  totals,
  requests,
  findings,
  notRun,
  advice,
  ended,
  seed,
}: ReportDocument): string {
  const { passed, failed } = totals
  const counts = `${counted(findings.length, 'finding')} in ${counted(requests, 'request')}. Checks: ${passed} passed, ${failed} failed, ${totals.notRun} not run. Seed: ${seed}.`
  const lines = listedForAgent(
    findings,
    MOST_FINDINGS,
    ({ fingerprint, title, rule, grade }) => `- ${fingerprint} ${title} (${rule}, ${grade})`,
  )
  const reasons = listedForAgent(
    notRun,
    MOST_REASONS,
    ({ reason, checks }) => `- ${counted(checks.length, 'check')} not run, because ${reason}`,
  )
  const end = ended === undefined ? '' : `The run ended early: ${ended}.`
  return [
    counts,
    end,
    lines,
    reasons,
    ...advice
      .slice(0, 2)
      .map(({ setting, checks }) => `${setting} would let ${counted(checks, 'check')} run.`),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/** Lists the problem codes, each with its number of problems and its first location. */
export function problemSummaryForAgent(problems: readonly Problem[]): string {
  if (problems.length === 0) return 'The document has no problems.'
  const groups = [...Map.groupBy(problems, ({ code }) => code)]
  return listedForAgent(groups, MOST_FINDINGS, ([code, all]) => {
    const [first] = all
    const place = first === undefined ? '' : ` first in ${placeInSummary(first)}`
    return `- ${code}: ${counted(all.length, first?.severity === 'warning' ? 'warning' : 'problem')},${place}`
  })
}

/** "openapi.yaml:7:3". */
export function placeInSummary({ place: { file, line, column, pointer } }: Pick<Problem, 'place'>): string {
  return line === undefined ? `${file} ${pointer}` : `${file}:${line}:${column ?? 1}`
}
