import type { Assertion } from '../data/outcome/assertion.ts'
import type { Finding } from '../data/outcome/finding.ts'
import type { Grade } from '../data/outcome/grade.ts'
import type { Cases } from '../data/outcome/outcome.ts'
import type { Weight } from '../data/outcome/weight.ts'
import type { OperationCoverage } from '../run/coverage/operation-coverage.ts'
import type { KnownFailure, StaleFailure } from '../run/state/baseline.ts'
import type { Advice, Judged } from './untested.ts'
import type { WhySent } from './why-sent.ts'

/** The location of a clause in the author's files. */
export interface ClausePlace {
  /** JSON Pointer to an existing node of the bundled document. */
  readonly clause: string
  /** A path relative to the working directory, or a URL; empty if unknown. */
  readonly file: string
  /** Line number, counted from 1; absent if unknown. */
  readonly line?: number
  readonly column?: number
}

/** The whole run as data: the source of all report formats, and the JSON report itself. */
export interface ReportDocument {
  /** Incremented when a property's meaning changes or a property is removed. */
  readonly formatVersion: 1
  readonly title: string
  readonly baseUrl: string
  readonly seed: string
  /** Concordat's version; absent if unknown. */
  readonly version?: string
  readonly node?: string
  /** The command line of the run, without credentials. */
  readonly command?: string
  /**
   * The document that the run tested: its location, and the SHA-256 hash, in hexadecimal, of its bytes before
   * references were resolved. Overlays and referenced files are not part of the hash.
   */
  readonly document?: { readonly file: string; readonly sha256: string }
  /** RFC 3339, UTC. */
  readonly startedAt: string
  readonly milliseconds: number
  readonly requests: number
  /** True if the run ended early and did not run the remaining checks. */
  readonly interrupted: boolean
  /** The reason why the run ended early, as part of a sentence, such as "Concordat received SIGTERM". */
  readonly ended?: string
  readonly totals: ReportTotals
  /** All rule families with results or findings, in the order in which they ran. */
  readonly rules: readonly ReportRule[]
  /** All tested operations, in document order. */
  readonly operations: readonly ReportOperation[]
  /** One finding for each fault, no matter how many requests showed it, with the worst first. */
  readonly findings: readonly ReportFinding[]
  /** Checks that could not be run, grouped by reason, with the most frequent reason first. */
  readonly notRun: readonly ReportNotRun[]
  /**
   * Settings that would let some checks in `notRun` run, starting with the setting that affects the most
   * checks.
   */
  readonly advice: readonly Advice[]
  /** Sentences that are worth reading but do not report failures. */
  readonly remarks: readonly string[]
  /** Checks in which the suite, or a function in the configuration, failed. */
  readonly defects: readonly ReportDefect[]
  /** Failures in the baseline that the run found, without duplicates. */
  readonly known: readonly KnownFailure[]
  /** Failures in the baseline that no longer occur or never could. They make the run fail. */
  readonly stale: readonly StaleFailure[]
  /**
   * One sentence for each item that the run left behind or might have left behind, and for each item that
   * vanished.
   */
  readonly leftBehind: readonly string[]
  /** The extent to which the exchanges cover the document; absent if it was not recorded. */
  readonly coverage?: readonly OperationCoverage[]
}

export interface ReportTotals extends Judged {
  readonly operations: number
  readonly passed: number
  readonly failed: number
  readonly known: number
  readonly notRun: number
  readonly defects: number
  readonly findings: number
  /** Total number of times that the findings occurred: at least one for each affected operation and rule. */
  readonly occurrences: number
}

/** A family of rules. */
export interface ReportRule {
  /** "lifecycle" */
  readonly code: string
  readonly description: string
  /** The change that fixes a violation, in the server or in the document. */
  readonly fix: string
  readonly assertions: readonly Assertion[]
}

export interface ReportOperation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary?: string
  readonly source?: string
  /** Results of the rules that apply, in the order in which they ran. */
  readonly results: readonly ReportResult[]
}

export interface ReportResult {
  readonly rule: string
  /**
   * `known` means that all findings are in the baseline. `defect` means that the suite failed, which says
   * nothing about the server.
   */
  readonly status: 'passed' | 'failed' | 'known' | 'not-run' | 'defect'
  readonly requests: number
  readonly milliseconds: number
  /** Number of cases that were sent, and of all cases; absent for a rule that never omits cases. */
  readonly cases?: Cases
  /** Words that continue "not run, because". For a defect, its message. */
  readonly reason?: string
  /** `id`s of findings. */
  readonly findings?: readonly number[]
}

/** One fault, described as it was first found, with all its occurrences. */
export interface ReportFinding {
  /** Number of the finding, counted from 1 in this report. */
  readonly id: number
  /** A hexadecimal string, which is the same in every run that finds the fault, whatever the seed. */
  readonly fingerprint: string
  /** The operation, the problem, and the number of other operations. */
  readonly title: string
  readonly rule: string
  /** Kind of the fault, such as "member lost"; "own" for a rule that words its findings itself. */
  readonly kind: Finding['kind']
  readonly grade: Grade
  readonly weight: Weight
  readonly place: ClausePlace
  /** Other locations of the same fault, excluding `place`. */
  readonly otherPlaces: readonly ClausePlace[]
  readonly source?: string
  readonly expected: string
  readonly received: string
  /** Other wordings of the same fault, without duplicates. */
  readonly variants: readonly {
    readonly rule: string
    readonly expected: string
    readonly received: string
  }[]
  /** Number of occurrences. */
  readonly count: number
  /** One entry for each time that the fault was found. */
  readonly occurrences: readonly ReportOccurrence[]
  /** operationIds, in the order in which they were found. */
  readonly operations: readonly string[]
  readonly exchange: Finding['exchange']
  /** The exchanges that led to the finding, in the order in which they completed, without repeated reads. */
  readonly steps: Finding['steps']
  /** Sources of the values in the request in `exchange`. */
  readonly sent: readonly WhySent[]
  /** The request as one shell line. Each credential is a variable, such as `$CONCORDAT_KEY`. */
  readonly curl: string
  /** The exchanges in `steps` as shell lines. */
  readonly script: string
  /** The command that repeats the same check. */
  readonly replay?: string
}

/** One check's finding on one operation. */
export interface ReportOccurrence {
  readonly operationId: string
  readonly rule: string
  /** The rule family whose requests showed the fault, equal to the `rule` of a result. */
  readonly check: string
  readonly place: ClausePlace
  readonly expected: string
  readonly received: string
  readonly curl: string
  readonly script: string
  readonly replay?: string
}

export interface ReportNotRun {
  /**
   * The reason, in words. If several operations have the same reason, "the operation" replaces their names.
   */
  readonly reason: string
  readonly checks: readonly { readonly operationId: string; readonly rule: string }[]
}

/**
 * An error in the suite, or in a function in the configuration, that stopped a check. It says nothing about
 * the server.
 */
export interface ReportDefect {
  readonly operationId: string
  readonly rule: string
  readonly message: string
  /** The stack in JavaScript's format: the message, and the location of the error. */
  readonly stack: string
}
