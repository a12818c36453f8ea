import type { ReportDocument } from '@concordat/contract'
import type { DiffReport } from '../../diff/report/report.ts'
import type { Problem } from '../../errors/problem.ts'
import type { Output } from '../../outputs/outputs.ts'
import type { TrafficDifference } from '../../repair/difference.ts'
import type { OverlayObject } from '../../repair/overlay.ts'
import type { GoneHandler } from '../../stubs/stubs.ts'

/** The object that `--json` prints on standard output, however the command ended. */
export interface CommandOutcome<Name extends keyof CommandResults = keyof CommandResults> {
  /** Name of the command; absent if the command line has none. */
  readonly command?: Name
  /**
   * 0: success. 1: a document is invalid, an output is stale, a rule failed, or a change breaks callers. 2:
   * wrong usage, or a run that checked nothing. 3: any other failure, such as a defect in Concordat.
   */
  readonly exitCode: 0 | 1 | 2 | 3
  /** Problems in documents, including warnings, with their locations. */
  readonly problems: readonly Problem[]
  /** Error message for wrong usage or a defect. */
  readonly error?: string
  /**
   * The command's result; absent if the command failed before it had one, or never has one (`verify --plan`,
   * `generate --watch`, `mcp`).
   */
  readonly result?: CommandResults[Name]
}

/** Result of each command. */
export interface CommandResults {
  readonly generate: GenerateResult
  readonly init: InitResult
  readonly stubs: StubsResult
  readonly decisions: DecisionsResult
  /** The report that `--report json=FILE` writes. */
  readonly diff: DiffReport
  /** The report that `--report json=FILE` writes. */
  readonly verify: ReportDocument
  readonly contract: ReportDocument
  /** Report on the traffic, printed when the proxy ends. */
  readonly proxy: ReportDocument
  readonly mock: MockResult
  readonly repair: RepairResult
  /** A JSON Schema (draft 2020-12). */
  readonly schema: Readonly<Record<string, unknown>>
  readonly completion: CompletionResult
  readonly skill: SkillResult
  readonly explain: ExplainResult
  /** Never printed, because standard output belongs to the agent. */
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
  /** One output for each configuration, in order. */
  readonly outputs: readonly GeneratedOutput[]
}

/**
 * Output for one document. `output`, and `document` if it is a file, are relative to the working directory;
 * `written`, `removed` and `stale` are relative to `output`.
 */
export interface GeneratedOutput {
  readonly document: string
  readonly output: string
  readonly operations: number
  /** Webhooks and callbacks. */
  readonly webhooks: number
  /** Operations excluded by filters. */
  readonly leftOut: number
  /** Number of files that were generated or, with `--check`, would be generated. */
  readonly files: number
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** With `--check`: files whose content would change. */
  readonly stale: readonly string[]
}

export interface InitResult {
  /** The configuration file that was written. `document`, `output` and `outputs` are its main settings. */
  readonly config: string
  readonly document: string
  readonly output: string
  readonly outputs: readonly Output[]
  /** Command lines that install missing packages. */
  readonly install: readonly string[]
  readonly generated: readonly GeneratedOutput[]
}

/** The result for a handler folder. */
export interface StubsResult {
  readonly folder: string
  /** New files, and files to which handlers were added. */
  readonly written: readonly string[]
  readonly gone: readonly GoneHandler[]
}

/** Findings about traffic, and an overlay that makes the document consistent with it. */
export interface RepairResult {
  /** Path of the overlay file; null if the overlay has no actions. */
  readonly file: string | null
  readonly overlay: OverlayObject
  /** All differences, including server faults and questions. */
  readonly differences: readonly TrafficDifference[]
  /** Faults and questions that remain with the overlay applied. */
  readonly left: readonly { readonly side: 'server' | 'question'; readonly says: string }[]
  /** Properties that no response contained, by schema, with the number of objects seen. */
  readonly unseen: readonly {
    readonly pointer: string
    readonly names: readonly string[]
    readonly of: number
  }[]
  /** Changes made by the overlay, each with the callers or servers that it breaks. */
  readonly diff: DiffReport
}

export interface DecisionsResult {
  readonly file: string
  /** `stale` only with `--check`. */
  readonly state: 'current' | 'written' | 'stale'
}

/** Printed when the server starts listening; the command keeps running. */
export interface MockResult {
  readonly url: string
  readonly operations: number
  /** Keys by tenant, with `--keys`. */
  readonly keys: Readonly<Record<string, string>>
}
