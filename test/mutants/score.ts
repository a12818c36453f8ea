import { familyOfRule, TargetError } from '@concordat/contract'
import type { Fault, Rule } from './fault.ts'
import { isUnseen, KINDS, RULES } from './fault.ts'
import { FaultError, keyOf, type Run, runSuite } from './run-fault.ts'
import type { CorrectService } from './subject.ts'

/** The outcome of one fault. */
export interface Verdict {
  readonly fault: Fault
  readonly unseen: boolean
  readonly outcome: 'caught' | 'missed' | 'not applicable'
  /** Families of the suite's rules that caught the fault. */
  readonly by: readonly string[]
  /** False if none of the suite's requests revealed the fault. */
  readonly met: boolean
  /** The reason why the suite itself failed, which counts as missed. */
  readonly crash?: string
}

/** The suite's score for one service. */
export interface Score {
  readonly service: CorrectService['name']
  /** The suite's findings about the correct service. */
  readonly falseAlarms: Run['findings']
  /** In the order of the faults; incomplete if the run was stopped. */
  readonly verdicts: readonly Verdict[]
}

export interface ScoreOptions {
  readonly faults: readonly Fault[]
  readonly seed: string
  /** Requests for each operation. */
  readonly budget: number
  /** Number of concurrent runs. */
  readonly jobs: number
  readonly signal: AbortSignal
  readonly onVerdict?: (verdict: Verdict, done: number) => void
}

/** Runs the suite on the correct service, and then once per fault. */
export async function scoreSuite(service: CorrectService, options: ScoreOptions): Promise<Score> {
  const { faults, seed, budget, jobs, signal, onVerdict } = options
  const correct = await runSuite(service, { seed, budget })
  const verdicts = new Map<Fault, Verdict>()
  const waiting = faults.values()
  async function work(): Promise<void> {
    for (const fault of waiting) {
      if (signal.aborted) return
      const verdict = await judge(service, { fault, correct, seed, budget }).catch((error: unknown) => {
        // Ctrl-C also stops the service, so a failure after it says nothing about the fault.
        if (signal.aborted) return undefined
        throw error
      })
      if (signal.aborted || verdict === undefined) return
      verdicts.set(fault, verdict)
      onVerdict?.(verdict, verdicts.size)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return {
    service: service.name,
    falseAlarms: correct.findings.filter(({ operationId }) => !correct.notImplemented.has(operationId)),
    verdicts: faults.flatMap((fault) => verdicts.get(fault) ?? []),
  }
}

/**
 * Tests one fault, with its own seed, so that names that an earlier run left behind are not requested again.
 */
async function judge(
  service: CorrectService,
  { fault, correct, seed, budget }: { fault: Fault; correct: Run; seed: string; budget: number },
): Promise<Verdict> {
  const unseen = isUnseen(service.name, fault.id)
  if (fault.operations.every((operationId) => correct.notImplemented.has(operationId)))
    return { fault, unseen, outcome: 'not applicable', by: [], met: false }
  const known = new Set(correct.findings.map(keyOf))
  const run = await runSuite(service, { seed: `${seed}/${fault.id}`, budget, fault }).catch(
    (error: unknown) => error,
  )
  // A server that cannot be tested at all is reported as such, and the command fails, so nobody mistakes it
  // for a correct one.
  if (run instanceof TargetError)
    return { fault, unseen, outcome: 'caught', by: ['unusable target'], met: true }
  if (run instanceof FaultError) throw run
  if (run instanceof Error) return { fault, unseen, outcome: 'missed', by: [], met: true, crash: run.message }
  const { findings, changed } = run as Run
  const fresh = findings.filter((finding) => !known.has(keyOf(finding)))
  return {
    fault,
    unseen,
    outcome: fresh.length > 0 ? 'caught' : 'missed',
    by: [...new Set(fresh.map(({ rule }) => familyOfRule(rule)))],
    met: changed > 0,
  }
}

/** Returns the score as a table, followed by the missed faults: seen ones by name, unseen ones as a count. */
export function formatScore({ service, falseAlarms, verdicts }: Score): string {
  const parts = [false, true].map((unseen) => {
    const part = verdicts.filter((verdict) => verdict.unseen === unseen)
    return [`${service}, ${unseen ? 'unseen' : 'seen'} faults`, ...formatTable(part, falseAlarms)].join('\n')
  })
  const alarms = falseAlarms.map(
    ({ rule, operationId, expected, received }) =>
      `  ${rule} ${operationId}: expected ${expected}, received ${received}`,
  )
  return [
    ...parts,
    ...formatKinds(service, verdicts),
    [`${service}: missed`, ...formatMisses(verdicts)].join('\n'),
    [`${service}: false alarms`, ...(alarms.length === 0 ? ['  none'] : alarms)].join('\n'),
  ].join('\n\n')
}

/** Omits the names of unseen faults, because people who write rules read this. */
function formatMisses(verdicts: readonly Verdict[]): string[] {
  const missed = verdicts.filter(({ outcome }) => outcome === 'missed')
  const unseen = missed.filter((verdict) => verdict.unseen)
  const lines = missed.filter((verdict) => !verdict.unseen).map(formatMissed)
  if (unseen.length > 0) {
    const unmet = unseen.filter(({ met }) => !met).length
    lines.push(`  unseen: ${unseen.length}, of which ${unmet} were never met`)
  }
  return lines.length === 0 ? ['  none'] : lines
}

function formatMissed({ fault, met, crash }: Verdict): string {
  const why = crash === undefined ? (met ? '' : ' (never met)') : ` (the suite failed: ${crash})`
  const reason = fault.unknowable === undefined ? 'no reason is known' : fault.unknowable
  return `  ${fault.rule} ${fault.id}${why}: ${fault.does} ${fault.clause}\n    ${reason}`
}

/** Returns one line per verdict, without anything that would identify an unseen fault. */
export function formatVerdict({ fault, unseen, outcome, by, met, crash }: Verdict): string {
  if (unseen) return `unseen: ${outcome}`
  const how = crash ?? (outcome === 'caught' ? `by ${by.join(', ')}` : met ? '' : 'never met')
  return `${fault.id}: ${outcome} ${how}`
}

/** Returns one line for each kind that has faults: how many seen and how many unseen ones were caught. */
function formatKinds(service: Score['service'], verdicts: readonly Verdict[]): string[] {
  const lines = KINDS.flatMap((kind) => {
    const part = verdicts.filter(({ fault }) => fault.kind === kind)
    const share = (unseen: boolean): string => {
      const own = part.filter((verdict) => verdict.unseen === unseen)
      return `${own.filter(({ outcome }) => outcome === 'caught').length}/${own.length}`.padStart(10)
    }
    return part.length === 0 ? [] : [`  ${kind.padEnd(22)}${share(false)}${share(true)}`]
  })
  const head = `  ${'kind'.padEnd(22)}${'seen'.padStart(10)}${'unseen'.padStart(10)}`
  return lines.length === 0 ? [] : [[`${service}, by kind`, head, ...lines].join('\n')]
}

const COLUMNS = ['caught', 'missed', 'not applicable'] as const

/** Returns one line for each rule with a fault or a false alarm, and one for the total. */
function formatTable(verdicts: readonly Verdict[], falseAlarms: Run['findings']): string[] {
  const line = (name: string, part: readonly Verdict[], alarms: number): string => {
    const counts = COLUMNS.map((column) => part.filter(({ outcome }) => outcome === column).length)
    const [caught = 0, missed = 0] = counts
    const share = caught + missed === 0 ? '' : `${((100 * caught) / (caught + missed)).toFixed(1)} %`
    const cells = [...counts, alarms].map((count) => String(count).padStart(15))
    return `  ${name.padEnd(15)}${cells.join('')}${share.padStart(10)}`
  }
  const head = [...COLUMNS, 'false alarms'].map((name) => name.padStart(15)).join('')
  const rules: readonly string[] = [
    ...new Set([...RULES, ...falseAlarms.map(({ rule }) => familyOfRule(rule))]),
  ]
  const lines = rules.flatMap((rule) => {
    const part = verdicts.filter(({ fault }) => (fault.rule satisfies Rule) === rule)
    const alarms = falseAlarms.filter((finding) => familyOfRule(finding.rule) === rule).length
    return part.length + alarms === 0 ? [] : [line(rule, part, alarms)]
  })
  return [`  ${'rule'.padEnd(15)}${head}`, ...lines, line('all', verdicts, falseAlarms.length)]
}
