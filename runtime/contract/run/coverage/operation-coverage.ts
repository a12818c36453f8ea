import type { ParameterDescriptor } from '@concordat/runtime/http'
import type { BrokenFormat } from './counts.ts'

/**
 * Coverage of one operation's declarations by the exchanges of a run. All numbers are counts of exchanges.
 */
export interface OperationCoverage {
  readonly operationId: string
  readonly requests: number
  /** Keys of `responses`, exact statuses first, with how often an answer fell under each. */
  readonly statuses: readonly { readonly status: string; readonly seen: number }[]
  /** Statuses that came and that no key of `responses` names. */
  readonly undocumented: readonly number[]
  /**
   * How often each parameter was sent with a value that its schema allows, and with one that it does not, or
   * not at all where it is required.
   */
  readonly parameters: readonly {
    readonly name: string
    readonly in: ParameterDescriptor['in']
    readonly valid: number
    readonly invalid: number
  }[]
  /** Texts of JSON bodies that break a `format`, where the document does not assert formats: each once. */
  readonly brokenFormats: readonly BrokenFormat[]
  /** Restricting keywords of the schemas of parameters and JSON bodies. */
  readonly keywords: readonly KeywordCoverage[]
}

/** How often a restricting keyword was put to the test. */
export interface KeywordCoverage {
  /** JSON Pointer of the keyword in the bundled document. */
  readonly clause: string
  readonly keyword: string
  /** Requests with a value that it is about and that keeps it. */
  readonly kept: number
  /** Requests among these with a value just within the limit; absent for keywords without a limit. */
  readonly boundary?: number
  /** Requests with a value that breaks it. */
  readonly violated: number
}
