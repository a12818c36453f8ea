import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { openedDocument, openedOperation } from '../../data/address/opened.ts'
import { operationById } from '../../data/document/resource-lookup.ts'
import { familyOfRule } from '../../data/outcome/assertion.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import type { Grade } from '../../data/outcome/grade.ts'
import type { CheckResult, Outcome } from '../../data/outcome/outcome.ts'
import { answerRules } from '../../rules/answer-rules.ts'
import type { Check } from '../../rules/check.ts'
import { checks } from '../../rules/checks/checks.ts'
import { isSelectedViolation, rulesToSelect, type Selection, type ToldRules } from '../plan/selection.ts'

/** A known failure, which does not make a run fail. Once it no longer occurs, the run fails. */
export interface KnownFailure {
  /**
   * A rule, such as "lifecycle/location". A family alone, as in baselines from earlier versions, denotes its
   * own rules and every other rule that the family's requests showed to be violated.
   */
  readonly rule: string
  /** The operationId. */
  readonly operation: string
  /** JSON Pointer of the clause, as in a finding. */
  readonly clause: string
  /** Absent: any grade. */
  readonly grade?: Grade | undefined
  /**
   * The finding's `kind`, such as "member lost". If absent, as in baselines from earlier versions, every kind
   * matches.
   */
  readonly kind?: string | undefined
  /**
   * The family whose requests showed the failure, for a rule that any response can violate. The failure is
   * stale only if this family ran and did not show it again. If absent, as in baselines from earlier
   * versions, all families that could show it must have run.
   */
  readonly check?: string | undefined
  /** The reason why the failure is not fixed yet, for human readers. */
  readonly reason?: string | undefined
}

/** A finding that is in the baseline. */
export interface KnownFinding {
  readonly finding: Finding
  readonly failure: KnownFailure
}

/** A known failure that the run did not find, with an explanation. */
export interface StaleFailure {
  readonly failure: KnownFailure
  /** The explanation, worded to follow the failure's rule, operation and clause: "no longer fails". */
  readonly why: string
}

/** Separates a run's known findings from new ones. */
export class Baseline {
  readonly #failures: readonly KnownFailure[]
  readonly #met = new Set<KnownFailure>()
  readonly known: KnownFinding[] = []

  constructor(failures: readonly KnownFailure[] = []) {
    this.#failures = failures
  }

  /**
   * Returns the outcome with only its new findings, or "known" if it has no new ones.
   * @param met The family whose requests showed the findings.
   */
  apply(outcome: Outcome, met: string): Outcome {
    if (outcome.status !== 'failed') return outcome
    const sorted = outcome.findings.map((finding) => ({ finding, failure: this.#find(finding, met) }))
    const fresh = sorted.flatMap(({ finding, failure }) => (failure === undefined ? [finding] : []))
    for (const { finding, failure } of sorted) {
      if (failure === undefined) continue
      this.#met.add(failure)
      this.known.push({ finding, failure })
    }
    if (fresh.length === outcome.findings.length) return outcome
    return fresh.length > 0 ? { ...outcome, findings: fresh } : { ...outcome, status: 'known' }
  }

  #find({ rule, operationId, clause, grade, kind }: Finding, met: string): KnownFailure | undefined {
    return this.#failures.find(
      (failure) =>
        [rule, familyOfRule(rule), met].includes(failure.rule) &&
        failure.operation === operationId &&
        failure.clause === clause &&
        (failure.grade === undefined || failure.grade === grade) &&
        (failure.kind === undefined || failure.kind === kind),
    )
  }

  /**
   * Returns the failures that the run should have found but did not, and those that no run can find. If a
   * check was not selected or could not run, nothing is known about its failure.
   */
  stale(
    document: DocumentDescriptor,
    {
      results,
      select: { grades, ...select } = {},
    }: {
      results: readonly Pick<CheckResult, 'rule' | 'operationId' | 'outcome'>[]
      select: (ToldRules & Pick<Selection, 'ownRules'>) | undefined
    },
  ): readonly StaleFailure[] {
    return this.#failures
      .filter((failure) => !this.#met.has(failure))
      .flatMap((failure) => {
        const impossible = whyImpossible(failure, document, rulesToSelect(select))
        if (impossible !== undefined) return [{ failure, why: impossible }]
        if (grades !== undefined && (failure.grade === undefined || !grades.includes(failure.grade)))
          return []
        const own = results.filter(({ operationId }) => operationId === failure.operation)
        const family = failure.check ?? familyOfRule(failure.rule)
        const result = own.find(({ rule }) => rule === family)
        const wasRun = result !== undefined && !['not-run', 'defect'].includes(result.outcome.status)
        const isTellable =
          isSelectedViolation(select, failure.rule, family) && wasLookedFor(failure, own, document)
        return wasRun && isTellable ? [{ failure, why: 'no longer fails' }] : []
      })
  }
}

/** Rules that responses to any family's requests can break. */
const OF_ANY_ANSWER: ReadonlySet<string> = new Set(Object.values(answerRules).map(({ rule }) => rule))

/**
 * True unless the family whose requests showed a failure is unknown, and the run did not include all families
 * that could have shown it.
 */
function wasLookedFor(
  { rule, operation: operationId, check: shownBy }: KnownFailure,
  results: readonly Pick<CheckResult, 'rule'>[],
  document: DocumentDescriptor,
): boolean {
  const operation = operationById(document, operationId)
  if (operation === undefined || shownBy !== undefined || !OF_ANY_ANSWER.has(rule)) return true
  return checks.every(
    (check) => !isApplied(check, operation, document) || results.some((result) => result.rule === check.code),
  )
}

function isApplied(check: Check, operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  return check.applies(openedOperation(operation, document), openedDocument(document))
}

function whyImpossible(
  { rule, operation: operationId }: KnownFailure,
  document: DocumentDescriptor,
  families: readonly Check[],
): string | undefined {
  const operation = operationById(document, operationId)
  const check = families.find(({ code }) => code === familyOfRule(rule))
  const isKnown = rule === check?.code || check?.assertions.some((assertion) => assertion.rule === rule)
  if (operation === undefined) return `matches nothing: there is no operation "${operationId}"`
  if (check === undefined || !isKnown) return `matches nothing: there is no rule "${rule}"`
  return isApplied(check, operation, document)
    ? undefined
    : 'matches nothing: the rule does not apply to the operation'
}

/**
 * Returns the content of a baseline file after a run: the current failures, with their old reasons, and the
 * failures that the run did not check.
 */
export function renewBaseline(
  old: readonly KnownFailure[],
  {
    results,
    stale,
  }: {
    results: readonly CheckResult[]
    stale: readonly StaleFailure[]
  },
): readonly KnownFailure[] {
  const gone = new Set(stale.map(({ failure }) => failure))
  const fresh = results.flatMap(({ rule, outcome }) =>
    outcome.status === 'failed' ? outcome.findings.map((finding) => ({ ...finding, check: rule })) : [],
  )
  const kept = old.filter((failure) => !gone.has(failure))
  const added = fresh.map(({ rule, operationId, clause, grade, kind, check }) => ({
    rule,
    operation: operationId,
    clause,
    grade,
    ...(kind !== 'own' && { kind }),
    ...(OF_ANY_ANSWER.has(rule) && { check }),
  }))
  const keyOf = ({ rule, operation, clause, grade, kind }: KnownFailure): string =>
    JSON.stringify([rule, operation, clause, grade, kind])
  return [...Map.groupBy([...kept, ...added], keyOf).values()].flatMap(([first]) => first ?? [])
}

/** Formats the report's lines about the baseline; empty if there are no known or stale failures. */
export function formatBaseline({
  known,
  stale,
}: {
  known: readonly KnownFailure[]
  stale: readonly StaleFailure[]
}): readonly string[] {
  const name = ({ rule, operation, clause }: KnownFailure): string => `${operation} ${rule} ${clause}`
  const listed = known.map((failure) => `  ${name(failure)}${failure.reason ? `: ${failure.reason}` : ''}`)
  const left = stale.map(({ failure, why }) => `  ${name(failure)} ${why}. Fix: remove it from the baseline.`)
  return [
    ...(listed.length > 0 ? [['Known failures', ...listed].join('\n')] : []),
    ...(left.length > 0 ? [['Stale in the baseline', ...left].join('\n')] : []),
  ]
}
