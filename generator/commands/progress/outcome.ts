import type { ReportDocument } from '@concordat/contract'
import type { DiffReport } from '../../diff/report/report.ts'
import type { Problem } from '../../errors/problem.ts'
import type { Output } from '../../outputs/outputs.ts'
import type { Difference } from '../../repair/difference.ts'
import type { OverlayObject } from '../../repair/overlay.ts'
import type { GoneHandler } from '../../stubs/stubs.ts'

/** Object that `--json` prints on the standard output, whatever the command and however it ended. */
export interface CommandOutcome<Name extends keyof CommandResults = keyof CommandResults> {
  /** Name of the command; absent if the command line names none. */
  readonly command?: Name
  /**
   * 0: all is well. 1: a document is wrong, an output is stale, a rule failed or a change breaks. 2: wrong
   * usage. 3: a defect of Concordat.
   */
  readonly exitCode: 0 | 1 | 2 | 3
  /** Problems of documents, warnings among them, each with its place. */
  readonly problems: readonly Problem[]
  /** Why there is no result, as a person reads it: of wrong usage, and of a defect. */
  readonly error?: string
  /** Result of the command; absent if it did not get so far. */
  readonly result?: CommandResults[Name]
}

/** Result of each command. */
export interface CommandResults {
  readonly generate: GenerateResult
  readonly init: InitResult
  readonly stubs: StubsResult
  readonly decisions: DecisionsResult
  /** Report as `--report json=FILE` writes it. */
  readonly diff: DiffReport
  /** Report as `--report json=FILE` writes it. */
  readonly verify: ReportDocument
  readonly contract: ReportDocument
  /** Report on the traffic that passed, when the proxy ends. */
  readonly proxy: ReportDocument
  readonly mock: MockResult
  readonly repair: RepairResult
  /** A JSON Schema of draft 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly completion: CompletionResult
  readonly skill: SkillResult
  readonly explain: ExplainResult
  /** Never printed: the standard output is the agent's. */
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
  /** One of each configuration, in its order. */
  readonly outputs: readonly GeneratedOutput[]
}

/** Output of one document. Paths are relative to the working directory, those of files to `output`. */
export interface GeneratedOutput {
  readonly document: string
  readonly output: string
  readonly operations: number
  /** Webhooks and callbacks, which the service calls. */
  readonly webhooks: number
  /** Operations that filters left out. */
  readonly leftOut: number
  /** Files that were made, or with `--check` would be. */
  readonly files: number
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** Stale files, with `--check`: their text is not the one that would be written. */
  readonly stale: readonly string[]
}

export interface InitResult {
  /** The configuration that was written, with what it says. */
  readonly config: string
  readonly document: string
  readonly output: string
  readonly outputs: readonly Output[]
  /** Command lines that install what is missing. */
  readonly install: readonly string[]
  readonly generated: readonly GeneratedOutput[]
}

/** Result for a folder of handlers. */
export interface StubsResult {
  readonly folder: string
  /** Files of it that are new or have new handlers. */
  readonly written: readonly string[]
  readonly gone: readonly GoneHandler[]
}

/** Findings about traffic, and the overlay that makes the document agree with it. */
export interface RepairResult {
  /** File of the overlay; null if the overlay has no action. */
  readonly file: string | null
  readonly overlay: OverlayObject
  /** All of them, the server's faults and questions too. */
  readonly differences: readonly Difference[]
  /** Faults and questions that the same traffic still shows in the document with the overlay. */
  readonly left: readonly { readonly side: 'server' | 'question'; readonly says: string }[]
  /** Members that no answer had, by the schema that names them, and how many objects were seen. */
  readonly unseen: readonly {
    readonly pointer: string
    readonly names: readonly string[]
    readonly of: number
  }[]
  /** Changes by the overlay, and whom they break. */
  readonly diff: DiffReport
}

export interface DecisionsResult {
  readonly file: string
  /** `stale` with `--check` alone. */
  readonly state: 'current' | 'written' | 'stale'
}

/** Printed when the server listens, which it goes on doing. */
export interface MockResult {
  readonly url: string
  readonly operations: number
  /** Keys by tenant, with `--keys`. */
  readonly keys: Readonly<Record<string, string>>
}
