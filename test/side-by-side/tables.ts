import { median } from '../../bench/load/figure.ts'
import { formatTable } from '../../bench/table.ts'
import { RULES } from '../mutants/fault.ts'
import type { Calm, Contest, Outcome, Verdict } from './contest.ts'
import type { Contestant, Lap, SpeedContest } from './speed.ts'

/** The minimum for our suite: this many times the other tool's requests per second. */
export const LEAST_RATIO = 5

const rateOf = ({ requests, seconds }: Lap): number => requests / seconds

/**
 * Returns the ratio of our requests per second to another contestant's: the median of the rounds, each of
 * which compares runs that followed one another.
 */
export function speedRatio(ours: Contestant, other: Contestant): number {
  return median(ours.laps.map((lap, round) => rateOf(lap) / rateOf(other.laps[round] ?? lap)))
}

/** True if all of our configurations are as fast as they should be. */
export function isFastEnough({ ours, theirs }: SpeedContest): boolean {
  return ours.every((own) => theirs.every((other) => speedRatio(own, other) >= LEAST_RATIO))
}

export function formatSpeed({ ours, theirs }: SpeedContest): string {
  const cells = ({ name, laps }: Contestant): string[] => [
    name,
    median(laps.map(({ requests }) => requests)).toFixed(0),
    median(laps.map(({ seconds }) => seconds)).toFixed(1),
    `${(100 * median(laps.map(({ requests, successes }) => successes / requests))).toFixed(0)} %`,
    (1000 * median(laps.map(({ requests, serviceSeconds }) => serviceSeconds / requests))).toFixed(1),
    median(laps.map(rateOf)).toFixed(1),
  ]
  const ratios = (own: Contestant): string[] => theirs.map((other) => speedRatio(own, other).toFixed(2))
  return formatTable({
    header: [
      ...['command', 'requests', 'seconds', 'with 2xx', 'ms in the service', 'requests/s'],
      ...theirs.map(({ name }) => `/ ${name}`),
    ],
    rows: [
      ...ours.map((own) => [...cells(own), ...ratios(own)]),
      ...theirs.map((other) => [...cells(other), ...theirs.map(() => '')]),
    ],
    textColumns: 1,
  })
}

/**
 * Returns both tools' totals, then the same faults by rule, then their names. Unseen faults are not named.
 */
export function formatContest(contest: Contest): string {
  const { ours, theirs, verdicts } = contest
  const totals = formatTable({
    header: [
      'tool',
      'seen',
      'unseen',
      'all',
      'requests',
      'seconds',
      'not judged',
      'false alarms',
      'wrong controls',
    ],
    rows: [toTotal('concordat', verdicts, ours), toTotal('Schemathesis', verdicts, theirs)],
    textColumns: 1,
  })
  const rules = RULES.flatMap((rule) => {
    const part = verdicts.filter(({ fault }) => fault.rule === rule)
    return part.length === 0 ? [] : [[rule, ...SIDES.map((side) => score(part, side))]]
  })
  const byRule = formatTable({ header: ['rule', 'concordat', 'Schemathesis'], rows: rules, textColumns: 1 })
  return [
    totals,
    byRule,
    formatNames('Caught by concordat alone', verdicts, ['ours', 'theirs']),
    formatNames('Caught by Schemathesis alone', verdicts, ['theirs', 'ours']),
    formatNames('Caught by neither', verdicts, []),
    `What Schemathesis complains about before the correct server\n${formatList([...theirs.falseAlarms].toSorted())}`,
  ].join('\n\n')
}

const SIDES = ['ours', 'theirs'] as const
type Side = (typeof SIDES)[number]

const isJudged = ({ unusable }: Outcome): boolean => unusable === undefined

function score(verdicts: readonly Verdict[], side: Side): string {
  const judged = verdicts.map((verdict) => verdict[side]).filter(isJudged)
  return `${judged.filter(({ isCaught }) => isCaught).length}/${judged.length}`
}

function toTotal(name: string, verdicts: readonly Verdict[], calm: Calm): string[] {
  const side = name === 'concordat' ? 'ours' : 'theirs'
  const outcomes = verdicts.map((verdict) => verdict[side])
  const caught = outcomes.filter((outcome) => isJudged(outcome) && outcome.isCaught).length
  const judged = outcomes.filter(isJudged)
  const share = judged.length === 0 ? '' : ` ${((100 * caught) / judged.length).toFixed(1)} %`
  const finite = (values: readonly number[]) => median(values.filter(Number.isFinite))
  return [
    name,
    ...[false, true].map((unseen) =>
      score(
        verdicts.filter((verdict) => verdict.unseen === unseen),
        side,
      ),
    ),
    `${score(verdicts, side)}${share}`,
    finite(judged.map(({ requests }) => requests)).toFixed(0),
    finite(judged.map(({ seconds }) => seconds)).toFixed(1),
    String(outcomes.length - judged.length),
    String(calm.falseAlarms.size),
    `${calm.wrongControls}/${calm.controls}`,
  ]
}

/**
 * @param sides the side that caught the fault, and the side that did not; empty for faults that nobody
 * caught.
 */
function formatNames(title: string, verdicts: readonly Verdict[], [by, not]: readonly Side[]): string {
  const chosen = verdicts.filter(({ ours, theirs }) => {
    if (!isJudged(ours) || !isJudged(theirs)) return false
    if (by === undefined || not === undefined) return !ours.isCaught && !theirs.isCaught
    const outcome = { ours, theirs }
    return outcome[by].isCaught && !outcome[not].isCaught
  })
  const seen = chosen.filter(({ unseen }) => !unseen)
  const rest = chosen.length - seen.length
  const lines = [
    ...seen.map(({ fault }) => `${fault.rule} ${fault.id}`),
    ...(rest > 0 ? [`and ${rest} unseen`] : []),
  ]
  return `${title}: ${chosen.length}\n${formatList(lines)}`
}

function formatList(lines: readonly string[]): string {
  return (lines.length === 0 ? ['none'] : lines).map((line) => `  ${line}`).join('\n')
}
