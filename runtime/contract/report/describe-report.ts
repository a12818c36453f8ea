import { createHash } from 'node:crypto'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { operationName } from '../data/document/resource-lookup.ts'
import { familyOfRule } from '../data/outcome/assertion.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { sameReason } from '../data/outcome/kinds/reason.ts'
import { reasonWords } from '../data/outcome/kinds/reason-words.ts'
import type { CheckResult } from '../data/outcome/outcome.ts'
import type { Check } from '../rules/check.ts'
import type { OperationCoverage } from '../run/coverage/operation-coverage.ts'
import type { ContractReport } from '../run/state/contract-report.ts'
import { type FindingGroup, findingGroupTitle, findingIdentity, groupFindings } from './group-findings.ts'
import { findingLikeness } from './likeness.ts'
import { runRemarks } from './remarks.ts'
import type {
  ClausePlace,
  ReportDefect,
  ReportDocument,
  ReportFinding,
  ReportNotRun,
  ReportOccurrence,
  ReportOperation,
  ReportResult,
  ReportTotals,
} from './report-document.ts'
import { judgedTotals, untestedAdvice } from './untested.ts'
import { whySent } from './why-sent.ts'

export interface ReportSources {
  readonly report: ContractReport
  readonly document: DocumentDescriptor
  readonly checks: readonly Check[]
  /** Finds the location of a clause in the author's files. Default: the clause, and no file. */
  readonly locate?: (clause: string) => ClausePlace
  readonly coverage?: readonly OperationCoverage[]
  /** The program, its command and the document that the run tested. */
  readonly provenance?: Pick<ReportDocument, 'version' | 'node' | 'command' | 'document'>
  /** Default: now. */
  readonly finishedAt?: Date
}

/** Converts a run to the form from which all reports are generated. */
export function describeReport(sources: ReportSources): ReportDocument {
  const { report, document, checks, coverage, finishedAt = new Date() } = sources
  const { title, baseUrl, seed, milliseconds, requests, ended, leftBehind, results } = report
  const met = new Map(
    results.flatMap(({ rule, outcome }) =>
      outcome.status === 'failed' ? outcome.findings.map((finding) => [finding, rule] as const) : [],
    ),
  )
  const groups = groupFindings([...met.keys()])
  const ids = new Map(groups.flatMap((group, index) => group.map((finding) => [finding, index + 1] as const)))
  const ran = new Set(results.map(({ operationId }) => operationId))
  const judged = new Set([...results, ...groups.flat()].map(({ rule }) => familyOfRule(rule)))
  const rules = checks.filter(({ code }) => judged.has(code))
  const nameOf = (operationId: string): string => operationName(document, operationId)
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
    totals: totalsOf(results, groups),
    rules: rules.map(({ code, description, fix, assertions }) => ({ code, description, fix, assertions })),
    operations: describeOperations(document, { results, ids }),
    findings: groups.map((group, index) => describeGroup(group, { id: index + 1, met, nameOf, ...sources })),
    notRun: describeNotRun(results),
    advice: untestedAdvice(results),
    remarks: runRemarks({
      ...{ document, ran, coverage: coverage ?? [], writes: report.writes ?? [] },
      rejectedOnce: report.rejectedOnce ?? [],
      conventions: report.conventions ?? [],
      isCut: ended !== undefined,
    }),
    defects: defectsOf(results),
    known: [...new Set(report.known.map(({ failure }) => failure))],
    stale: report.stale,
    leftBehind,
    ...(coverage !== undefined && { coverage: coverage.filter(({ operationId }) => ran.has(operationId)) }),
  }
}

function totalsOf(results: readonly CheckResult[], groups: readonly FindingGroup[]): ReportTotals {
  const count = (status: string): number => results.filter(({ outcome }) => outcome.status === status).length
  return {
    operations: new Set(results.map(({ operationId }) => operationId)).size,
    ...judgedTotals(results),
    passed: count('passed'),
    failed: count('failed'),
    known: count('known'),
    notRun: count('not-run'),
    defects: count('defect'),
    findings: groups.length,
    occurrences: groups.reduce((sum, group) => sum + group.length, 0),
  }
}

/** The operations that have results, with the result of each rule. */
function describeOperations(
  document: DocumentDescriptor,
  { results, ids }: { readonly results: readonly CheckResult[]; readonly ids: ReadonlyMap<Finding, number> },
): readonly ReportOperation[] {
  const byOperation = Map.groupBy(results, ({ operationId }) => operationId)
  return document.operations.flatMap(({ operationId, method, path, tag, summary, source }) => {
    const own = byOperation.get(operationId)
    if (own === undefined) return []
    return [
      {
        ...{ operationId, method, path, tag },
        ...(summary !== undefined && { summary }),
        ...(source !== undefined && { source }),
        results: own.map((result) => describeResult(result, ids)),
      },
    ]
  })
}

function defectsOf(results: readonly CheckResult[]): readonly ReportDefect[] {
  return results.flatMap(({ operationId, rule, outcome }) => {
    if (outcome.status !== 'defect') return []
    const { message, stack } = outcome
    return [{ operationId, rule, message, stack }]
  })
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

interface GroupSources extends ReportSources {
  readonly id: number
  /** Maps each finding to the rule family whose requests showed it. */
  readonly met: ReadonlyMap<Finding, string>
  /** Returns a readable name, such as "GET /pets", for an operationId. */
  readonly nameOf: (operationId: string) => string
}

function describeGroup(
  group: FindingGroup,
  { id, met, nameOf, report, locate = (clause) => ({ clause, file: '' }) }: GroupSources,
): ReportFinding {
  const [first] = group
  const { rule, kind, grade, weight, clause, source, expected, received, exchange, steps, curl, script } =
    first
  const wordings = new Map(
    group.toReversed().map((finding) => {
      const { rule, expected, received } = finding
      return [findingLikeness(finding), { rule, expected, received }] as const
    }),
  )
  wordings.delete(findingLikeness(first))
  const others = new Set(group.map((finding) => finding.clause))
  others.delete(clause)
  return {
    id,
    fingerprint: createHash('sha256').update(findingIdentity(first)).digest('hex').slice(0, 32),
    title: findingGroupTitle(group, nameOf),
    rule,
    kind,
    grade,
    weight,
    place: locate(clause),
    otherPlaces: [...others].map(locate),
    ...(source !== undefined && { source }),
    expected,
    received,
    variants: [...wordings.values()].toReversed(),
    count: group.length,
    occurrences: group.map((finding) => ({
      check: met.get(finding) ?? familyOfRule(finding.rule),
      ...describeOccurrence(finding, locate),
    })),
    operations: [...new Set(group.map((finding) => finding.operationId))],
    exchange,
    steps,
    sent: whySent(first.sent ?? [], { steps, rule, seed: report.seed }),
    curl,
    script,
    ...(first.replay !== undefined && { replay: first.replay }),
  }
}

function describeOccurrence(
  { operationId, rule, clause, expected, received, curl, script, replay }: Finding,
  locate: (clause: string) => ClausePlace,
): Omit<ReportOccurrence, 'check'> {
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

/** Lists equal reasons once. Reasons that differ only in naming their own operation also count as equal. */
function describeNotRun(results: readonly CheckResult[]): ReportNotRun[] {
  const skipped = results.flatMap(({ operationId, rule, outcome }) =>
    outcome.status === 'not-run' ? [{ why: outcome.why, check: { operationId, rule } }] : [],
  )
  const exact = [...Map.groupBy(skipped, ({ why }) => sameReason(why)).values()].flatMap((all) => {
    const [first] = all
    if (first === undefined) return []
    const { operationId } = first.check
    const own = all.every(({ check }) => check.operationId === operationId) ? operationId : undefined
    return { ...first, own, checks: all.map(({ check }) => check) }
  })
  return [...Map.groupBy(exact, ({ why, own }) => sameReason(why, own)).values()]
    .flatMap((groups) => {
      const checks = groups.flatMap((group) => group.checks)
      return groups.slice(0, 1).map(({ why, own }) => ({ reason: reasonWords(why, own), checks }))
    })
    .sort((a, b) => b.checks.length - a.checks.length)
}
