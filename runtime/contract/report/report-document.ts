import type { Assertion } from '../data/outcome/assertion.ts'
import type { Finding } from '../data/outcome/finding.ts'
import type { Grade } from '../data/outcome/grade.ts'
import type { Cases } from '../data/outcome/outcome.ts'
import type { Weight } from '../data/outcome/weight.ts'
import type { OperationCoverage } from '../run/coverage/operation-coverage.ts'
import type { KnownFailure, StaleFailure } from '../run/state/baseline.ts'
import type { Advice, Judged } from './untested.ts'
import type { WhySent } from './why-sent.ts'

/** Place where an author wrote a clause. */
export interface ClausePlace {
  /** JSON Pointer in the bundled document; every part of it exists there. */
  readonly clause: string
  /** Relative to the working directory, or a URL. */
  readonly file: string
  /** Counted from 1; absent where the file cannot say. */
  readonly line?: number
  readonly column?: number
}

/** The whole of a run as data: the source of every report format, and the JSON report as it is written. */
export interface ReportDocument {
  /** Grows when a member changes its meaning or goes. */
  readonly formatVersion: 1
  readonly title: string
  readonly baseUrl: string
  readonly seed: string
  /** Versions of Concordat and of Node; absent where nobody gave them. */
  readonly version?: string
  readonly node?: string
  /** The command line that ran it, credentials left out. */
  readonly command?: string
  /**
   * The document that was tested against: where it was read, and the SHA-256 of its bytes as they were read,
   * hexadecimal, before anything was resolved. Overlays and files that it refers to are not in it.
   */
  readonly document?: { readonly file: string; readonly sha256: string }
  /** RFC 3339, UTC. */
  readonly startedAt: string
  readonly milliseconds: number
  readonly requests: number
  /** The run ended early: checks that it did not come to are not run. */
  readonly interrupted: boolean
  /** Reason why it did, as a sentence goes on: "SIGTERM came". */
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
  /** Coverage of the document by the exchanges; absent when they were not watched. */
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
  /** Number of times that the findings were found: once for each operation and rule at least. */
  readonly occurrences: number
}

/** A family of rules. */
export interface ReportRule {
  /** "lifecycle" */
  readonly code: string
  readonly description: string
  /** Change that mends a broken rule, in the server or in the document. */
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
  /** Rules that apply, in the order in which they ran. */
  readonly results: readonly ReportResult[]
}

export interface ReportResult {
  readonly rule: string
  /**
   * `known`: every finding is one that the baseline knows; `defect`: the suite failed, and tells nothing
   * about the server.
   */
  readonly status: 'passed' | 'failed' | 'known' | 'not-run' | 'defect'
  readonly requests: number
  readonly milliseconds: number
  /**
   * Number of cases that the budget allowed, of those that there are; absent for a rule that leaves none out.
   */
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
  /** The problem, its place, and on how many operations. */
  readonly title: string
  readonly rule: string
  /** Kind of the fault: "member lost"; "own" for a rule that has only sentences. */
  readonly kind: Finding['kind']
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
  /** Number of times that it was found. */
  readonly count: number
  /** Each time that it was found. */
  readonly occurrences: readonly ReportOccurrence[]
  /** operationIds, in the order in which they met it. */
  readonly operations: readonly string[]
  readonly exchange: Finding['exchange']
  /** All that led to it, in the order in which it was sent. */
  readonly steps: Finding['steps']
  /** Sources of the values in the request of `exchange`. */
  readonly sent: readonly WhySent[]
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
  /** The family whose requests met it: the `rule` of a result. */
  readonly check: string
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
