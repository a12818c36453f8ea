import type { ParameterDescriptor } from '@concordat/runtime/http'
import type { BrokenFormat } from './counts.ts'

/** Coverage of one operation's declarations by a run's exchanges. All counts are numbers of exchanges. */
export interface OperationCoverage {
  readonly operationId: string
  readonly requests: number
  /** Keys of `responses`, exact statuses first, with the number of matching responses. */
  readonly statuses: readonly { readonly status: string; readonly seen: number }[]
  /** Response statuses that no key of `responses` includes. */
  readonly undocumented: readonly number[]
  /**
   * For each parameter: the number of times it was sent with a valid value, and the number of times it was
   * sent with an invalid one or, if required, omitted.
   */
  readonly parameters: readonly {
    readonly name: string
    readonly in: ParameterDescriptor['in']
    readonly valid: number
    readonly invalid: number
  }[]
  /** Strings in JSON bodies that break a `format`, if the document does not assert formats, each once. */
  readonly brokenFormats: readonly BrokenFormat[]
  /** Restricting keywords in the schemas of parameters and JSON bodies. */
  readonly keywords: readonly KeywordCoverage[]
}

/** Numbers of requests that tested a restricting keyword, by result. */
export interface KeywordCoverage {
  /** JSON Pointer of the keyword in the bundled document. */
  readonly clause: string
  readonly keyword: string
  /** Number of requests in which the keyword applied and every value satisfied it. */
  readonly kept: number
  /** Number of requests with a value exactly at the limit; absent for keywords without a limit. */
  readonly boundary?: number
  /** Number of requests with a value that breaks the keyword. */
  readonly violated: number
}
