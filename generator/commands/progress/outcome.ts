import type { ReportDocument } from '@concordat/contract'
import type { DiffReport } from '../../diff/report/report.ts'
import type { Problem } from '../../errors/problem.ts'
import type { Output } from '../../outputs/outputs.ts'
import type { TrafficDifference } from '../../repair/difference.ts'
import type { OverlayObject } from '../../repair/overlay.ts'
import type { GoneHandler } from '../../stubs/stubs.ts'

/** Object that `--json` prints on standard output for every command, however it ended. */
export interface CommandOutcome<Name extends keyof CommandResults = keyof CommandResults> {
  /** Name of the command; absent if the command line has none. */
  readonly command?: Name
  /**
   * 0: success. 1: a document is wrong, an output is stale, a rule failed or a change breaks. 2: wrong usage.
   * 3: a defect of Concordat.
   */
  readonly exitCode: 0 | 1 | 2 | 3
  /** Problems of documents, including warnings, with places. */
  readonly problems: readonly Problem[]
  /** Error message for wrong usage or a defect. */
  readonly error?: string
  /** Result of the command; absent if it failed before. */
  readonly result?: CommandResults[Name]
}

/** Result of each command. */
export interface CommandResults {
  readonly generate: GenerateResult
  readonly init: InitResult
  readonly stubs: StubsResult
  readonly decisions: DecisionsResult
  /** The report of `--report json=FILE`. */
  readonly diff: DiffReport
  /** The report of `--report json=FILE`. */
  readonly verify: ReportDocument
  readonly contract: ReportDocument
  /** Report on the traffic, when the proxy ends. */
  readonly proxy: ReportDocument
  readonly mock: MockResult
  readonly repair: RepairResult
  /** A JSON Schema of draft 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly completion: CompletionResult
  readonly skill: SkillResult
  readonly explain: ExplainResult
  /** Never printed: standard output belongs to the agent. */
  readonly mcp: undefined
}

export interface ExplainResult {
  readonly code: string
  readonly text: string
}

export interface SkillResult {
  /** Markdown with front matter. */
  readonly text: string
}

export interface CompletionResult {
  readonly shell: string
  readonly script: string
}

export interface GenerateResult {
  /** One for each configuration, in order. */
  readonly outputs: readonly GeneratedOutput[]
}

/** Output of one document. Paths are relative to the working directory, those of files to `output`. */
export interface GeneratedOutput {
  readonly document: string
  readonly output: string
  readonly operations: number
  /** Webhooks and callbacks. */
  readonly webhooks: number
  /** Operations excluded by filters. */
  readonly leftOut: number
  /** Files generated, or with `--check`, to be generated. */
  readonly files: number
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** With `--check`: files whose text would change. */
  readonly stale: readonly string[]
}

export interface InitResult {
  /** The configuration file that was written, and its content. */
  readonly config: string
  readonly document: string
  readonly output: string
  readonly outputs: readonly Output[]
  /** Command lines that install missing packages. */
  readonly install: readonly string[]
  readonly generated: readonly GeneratedOutput[]
}

/** Result for a folder of handlers. */
export interface StubsResult {
  readonly folder: string
  /** New files and files with new handlers. */
  readonly written: readonly string[]
  readonly gone: readonly GoneHandler[]
}

/** Findings about traffic, and an overlay that makes the document agree with it. */
export interface RepairResult {
  /** File of the overlay; null if it has no actions. */
  readonly file: string | null
  readonly overlay: OverlayObject
  /** All differences, including server faults and questions. */
  readonly differences: readonly TrafficDifference[]
  /** Faults and questions that remain with the overlay applied. */
  readonly left: readonly { readonly side: 'server' | 'question'; readonly says: string }[]
  /** Members that no answer had, by schema, with the number of objects seen. */
  readonly unseen: readonly {
    readonly pointer: string
    readonly names: readonly string[]
    readonly of: number
  }[]
  /** Changes by the overlay and whom they break. */
  readonly diff: DiffReport
}

export interface DecisionsResult {
  readonly file: string
  /** `stale` only with `--check`. */
  readonly state: 'current' | 'written' | 'stale'
}

/** Printed when the server listens; the command keeps running. */
export interface MockResult {
  readonly url: string
  readonly operations: number
  /** Keys by tenant, with `--keys`. */
  readonly keys: Readonly<Record<string, string>>
}
