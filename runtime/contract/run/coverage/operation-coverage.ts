import type { ParameterDescriptor } from '@concordat/runtime/http'
import type { BrokenFormat } from './counts.ts'

/**
 * Coverage of one operation's declarations by the exchanges of a run. All numbers are counts of exchanges.
 */
export interface OperationCoverage {
  readonly operationId: string
  readonly requests: number
  /** Keys of `responses`, exact statuses first, with the number of matching answers. */
  readonly statuses: readonly { readonly status: string; readonly seen: number }[]
  /** Statuses of answers that no key of `responses` includes. */
  readonly undocumented: readonly number[]
  /**
   * How often each parameter was sent with a valid value, and how often with an invalid one or, if required,
   * not at all.
   */
  readonly parameters: readonly {
    readonly name: string
    readonly in: ParameterDescriptor['in']
    readonly valid: number
    readonly invalid: number
  }[]
  /** Texts of JSON bodies that break a `format`, if the document does not assert formats: each once. */
  readonly brokenFormats: readonly BrokenFormat[]
  /** Restricting keywords of the schemas of parameters and JSON bodies. */
  readonly keywords: readonly KeywordCoverage[]
}

/** How often a restricting keyword was tested. */
export interface KeywordCoverage {
  /** JSON Pointer of the keyword in the bundled document. */
  readonly clause: string
  readonly keyword: string
  /** Number of requests with a value that satisfies it. */
  readonly kept: number
  /** Number of those requests with a value exactly at the limit; absent for keywords without a limit. */
  readonly boundary?: number
  /** Number of requests with a value that breaks it. */
  readonly violated: number
}
