import { createHash } from 'node:crypto'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { KnownFailure, StaleFailure } from '../books/baseline.ts'
import type { ContractReport } from '../books/contract-report.ts'
import type { OperationCoverage } from '../coverage/operation-coverage.ts'
import type { Finding } from '../outcome/finding.ts'
import type { Grade } from '../outcome/grade.ts'
import type { Cases, CheckResult } from '../outcome/outcome.ts'
import type { Weight } from '../outcome/weight.ts'
import type { Check } from '../rule/check.ts'
import { type FindingGroup, groupFindings, identityOf } from './group-findings.ts'
import { likenessOf } from './likeness.ts'
import { remarksOf } from './remarks.ts'
import { titleOf } from './title.ts'
import { type Advice, adviceOf } from './untested.ts'

/** Where an author wrote a clause. */
export interface ClausePlace {
  /** JSON Pointer in the bundled document; every part of it exists there. */
  readonly clause: string
  /** Relative to the working directory, or a URL. */
  readonly file: string
  /** Counted from 1; absent where the file cannot say. */
  readonly line?: number
  readonly column?: number
}

/** The whole of a run as data: what every report format is made from, and the JSON report as it is written. */
export interface ReportDocument {
  /** Grows when a member changes its meaning or goes. */
  readonly formatVersion: 1
  readonly title: string
  readonly baseUrl: string
  readonly seed: string
  /** Of Concordat and of Node; absent where nobody said. */
  readonly version?: string
  readonly node?: string
  /** The command line that ran it, credentials left out. */
  readonly command?: string
  /** The document that was tested against: where it was read, and the SHA-256 of what it says, hexadecimal. */
  readonly document?: { readonly file: string; readonly sha256: string }
  /** RFC 3339, UTC. */
  readonly startedAt: string
  readonly milliseconds: number
  readonly requests: number
  /** The run ended early: what it did not come to is not run. */
  readonly interrupted: boolean
  /** Why it did, as a sentence goes on: "SIGTERM came". */
  readonly ended?: string
  readonly totals: ReportTotals
  /** Every rule that was run, in the order in which they run. */
  readonly rules: readonly ReportRule[]
  /** Every operation that was run, in document order. */
  readonly operations: readonly ReportOperation[]
  /** One for each thing that is wrong, however many requests showed it: worst first. */
  readonly findings: readonly ReportFinding[]
  /** Checks that could not be run, by reason; most frequent first. */
  readonly notRun: readonly ReportNotRun[]
  /** Settings that would let some of them run, the one that gives most back first. */
  readonly advice: readonly Advice[]
  /** Sentences about what is no failure and yet worth knowing. */
  readonly remarks: readonly string[]
  /** Checks in which the suite, or a function of the configuration, failed. */
  readonly defects: readonly ReportDefect[]
  /** Failures of the baseline that the run met, each once. */
  readonly known: readonly KnownFailure[]
  /** Those that no longer fail, or never could: they fail the run. */
  readonly stale: readonly StaleFailure[]
  /** One sentence for each created item that could not be removed. */
  readonly leftBehind: readonly string[]
  /** What the exchanges touched of what the document declares; absent when they were not watched. */
  readonly coverage?: readonly OperationCoverage[]
}

export interface ReportTotals {
  readonly operations: number
  readonly passed: number
  readonly failed: number
  readonly known: number
  readonly notRun: number
  readonly defects: number
  readonly findings: number
  /** How often the findings were found: once for each operation and rule at least. */
  readonly occurrences: number
}

export interface ReportRule {
  readonly code: string
  readonly grade: Grade
  readonly description: string
}

export interface ReportOperation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary?: string
  readonly source?: string
  /** Rules that apply, in the order in which they ran. */
  readonly results: readonly ReportResult[]
}

export interface ReportResult {
  readonly rule: string
  /** `known`: every finding is one that the baseline knows; `defect`: the suite failed, and says nothing of the server. */
  readonly status: 'passed' | 'failed' | 'known' | 'not-run' | 'defect'
  readonly requests: number
  readonly milliseconds: number
  /** How many of the cases that there are the budget allowed; absent for a rule that leaves none out. */
  readonly cases?: Cases
  /** Goes on from "not run, because"; of a defect its message. */
  readonly reason?: string
  /** `id`s of findings. */
  readonly findings?: readonly number[]
}

/** One thing that is wrong, as the first check met it, and who met it besides. */
export interface ReportFinding {
  /** Counted from 1 in this report. */
  readonly id: number
  /** The same in every run that finds it, whatever its seed: hexadecimal. */
  readonly fingerprint: string
  /** What is wrong, where, and on how many operations. */
  readonly title: string
  readonly rule: string
  readonly grade: Grade
  readonly weight: Weight
  readonly place: ClausePlace
  /** Places that break in the same way, `place` not among them. */
  readonly otherPlaces: readonly ClausePlace[]
  readonly source?: string
  readonly expected: string
  readonly received: string
  /** Other wordings of the same, each once. */
  readonly variants: readonly {
    readonly rule: string
    readonly expected: string
    readonly received: string
  }[]
  /** How often it was found. */
  readonly count: number
  /** Each time that it was found. */
  readonly occurrences: readonly ReportOccurrence[]
  /** operationIds, in the order in which they met it. */
  readonly operations: readonly string[]
  readonly exchange: Finding['exchange']
  /** All that led to it, in the order in which it was sent. */
  readonly steps: Finding['steps']
  /** The request as one line for a shell, each credential as its variable: `$CONCORDAT_KEY`. */
  readonly curl: string
  /** All that led to it, as lines for a shell. */
  readonly script: string
  /** The command that runs the same check again. */
  readonly replay?: string
}

/** A finding as one check of one operation met it. */
export interface ReportOccurrence {
  readonly operationId: string
  readonly rule: string
  readonly place: ClausePlace
  readonly expected: string
  readonly received: string
  readonly curl: string
  readonly script: string
  readonly replay?: string
}

export interface ReportNotRun {
  /** "the operation" stands for the name of the check's own, where several say the same of themselves. */
  readonly reason: string
  readonly checks: readonly { readonly operationId: string; readonly rule: string }[]
}

/** A failure of the suite itself. */
export interface ReportDefect {
  readonly operationId: string
  readonly rule: string
  readonly message: string
  /** As JavaScript prints it: the message, and where the error was thrown. */
  readonly stack: string
}

export interface ReportSources {
  readonly report: ContractReport
  readonly document: DocumentDescriptor
  readonly checks: readonly Check[]
  /** Where an author wrote a clause. Default: the clause, and no file. */
  readonly locate?: (clause: string) => ClausePlace
  readonly coverage?: readonly OperationCoverage[]
  /** What ran it, with what, by which document. */
  readonly provenance?: Pick<ReportDocument, 'version' | 'node' | 'command' | 'document'>
  /** Default: now. */
  readonly finishedAt?: Date
}

/** Brings a run into the form that all reports are made from. */
export function describeReport(sources: ReportSources): ReportDocument {
  const { report, document, checks, coverage, finishedAt = new Date() } = sources
  const { title, baseUrl, seed, milliseconds, requests, ended, leftBehind, results } = report
  const groups = groupFindings(
    results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : [])),
  )
  const ids = new Map(groups.flatMap((group, index) => group.map((finding) => [finding, index + 1] as const)))
  const ran = new Set(results.map(({ operationId }) => operationId))
  const rules = checks.filter(({ code }) => results.some(({ rule }) => rule === code))
  const count = (status: string): number => results.filter(({ outcome }) => outcome.status === status).length
  const byOperation = Map.groupBy(results, ({ operationId }) => operationId)
  return {
    formatVersion: 1,
    title,
    baseUrl,
    seed,
    ...sources.provenance,
    startedAt: new Date(finishedAt.getTime() - Math.round(milliseconds)).toISOString(),
    milliseconds: Math.round(milliseconds),
    requests,
    interrupted: ended !== undefined,
    ...(ended !== undefined && { ended }),
    totals: {
      operations: ran.size,
      passed: count('passed'),
      failed: count('failed'),
      known: count('known'),
      notRun: count('not-run'),
      defects: count('defect'),
      findings: groups.length,
      occurrences: groups.reduce((sum, group) => sum + group.length, 0),
    },
    rules: rules.map(({ code, grade, description }) => ({ code, grade, description })),
    operations: document.operations
      .filter(({ operationId }) => ran.has(operationId))
      .map(({ operationId, method, path, tag, summary, source }) => ({
        operationId,
        method,
        path,
        tag,
        ...(summary !== undefined && { summary }),
        ...(source !== undefined && { source }),
        results: (byOperation.get(operationId) ?? []).map((result) => describeResult(result, ids)),
      })),
    findings: groups.map((group, index) => describeGroup(group, { id: index + 1, ...sources })),
    notRun: describeNotRun(results),
    advice: adviceOf(results),
    remarks: remarksOf({
      ...{ document, ran, coverage: coverage ?? [], writes: report.writes ?? [] },
      isCut: ended !== undefined,
    }),
    defects: results.flatMap(({ operationId, rule, outcome }) => {
      if (outcome.status !== 'defect') return []
      const { message, stack } = outcome
      return [{ operationId, rule, message, stack }]
    }),
    known: [...new Set(report.known.map(({ failure }) => failure))],
    stale: report.stale,
    leftBehind,
    ...(coverage !== undefined && { coverage: coverage.filter(({ operationId }) => ran.has(operationId)) }),
  }
}

function describeResult(
  { rule, outcome, requests, milliseconds }: CheckResult,
  ids: ReadonlyMap<Finding, number>,
): ReportResult {
  const spent = { requests, milliseconds: Math.round(milliseconds) }
  if (outcome.status === 'not-run') return { rule, status: 'not-run', ...spent, reason: outcome.reason }
  if (outcome.status === 'defect') return { rule, status: 'defect', ...spent, reason: outcome.message }
  const { cases } = outcome
  const known = { rule, ...spent, ...(cases !== undefined && { cases }) }
  if (outcome.status !== 'failed') return { ...known, status: outcome.status }
  return {
    ...known,
    status: 'failed',
    findings: [...new Set(outcome.findings.flatMap((finding) => ids.get(finding) ?? []))],
  }
}

function describeGroup(
  group: FindingGroup,
  { id, locate = (clause) => ({ clause, file: '' }) }: ReportSources & { readonly id: number },
): ReportFinding {
  const [first] = group
  const { rule, grade, weight, clause, source, expected, received, exchange, steps, curl, script } = first
  const wordings = new Map(
    group.toReversed().map((finding) => {
      const { rule, expected, received } = finding
      return [likenessOf(finding), { rule, expected, received }] as const
    }),
  )
  wordings.delete(likenessOf(first))
  const others = new Set(group.map((finding) => finding.clause))
  others.delete(clause)
  return {
    id,
    fingerprint: createHash('sha256').update(identityOf(first)).digest('hex').slice(0, 32),
    title: titleOf(group),
    rule,
    grade,
    weight,
    place: locate(clause),
    otherPlaces: [...others].map(locate),
    ...(source !== undefined && { source }),
    expected,
    received,
    variants: [...wordings.values()].toReversed(),
    count: group.length,
    occurrences: group.map((finding) => describeOccurrence(finding, locate)),
    operations: [...new Set(group.map((finding) => finding.operationId))],
    exchange,
    steps,
    curl,
    script,
    ...(first.replay !== undefined && { replay: first.replay }),
  }
}

function describeOccurrence(
  { operationId, rule, clause, expected, received, curl, script, replay }: Finding,
  locate: (clause: string) => ClausePlace,
): ReportOccurrence {
  const place = locate(clause)
  return {
    operationId,
    rule,
    place,
    expected,
    received,
    curl,
    script,
    ...(replay !== undefined && { replay }),
  }
}

function describeNotRun(results: readonly CheckResult[]): ReportNotRun[] {
  const skipped = results.flatMap(({ operationId, rule, outcome }) =>
    outcome.status === 'not-run' ? [{ reason: outcome.reason, check: { operationId, rule } }] : [],
  )
  const exact = [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, all]) => {
    const checks = all.map(({ check }) => check)
    const [first] = new Set(checks.map(({ operationId }) => operationId))
    const isOwn = checks.every(({ operationId }) => operationId === first)
    return { reason: isOwn ? withoutName(reason, first ?? '') : reason, checks }
  })
  return [...Map.groupBy(exact, ({ reason }) => reason)]
    .map(([reason, groups]) => ({ reason, checks: groups.flatMap(({ checks }) => checks) }))
    .sort((a, b) => b.checks.length - a.checks.length)
}

/** A reason that speaks of "the operation" instead of its name; the same word in a path is not its name. */
function withoutName(reason: string, operationId: string): string {
  return reason
    .replaceAll(`--allow ${operationId}`, '--allow ID')
    .split(' ')
    .map((word) => (word.includes('/') ? word : word.replaceAll(operationId, 'the operation')))
    .join(' ')
}
