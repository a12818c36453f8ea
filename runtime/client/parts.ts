import type { SerializedBody } from '../http/serialize-body.ts'
import type { serializeQuerystring } from '../http/serialize-parameter.ts'
import type { Call, Sending } from './call.ts'
import type { Answer } from './exchange.ts'
import type { ClientFormats } from './formats.ts'
import type { listMembers } from './paginate.ts'

/**
 * Functions that only some operations need. The generated client hands them to those, so that a bundle holds what its operations use. An
 * operation without any takes single values in its path, pairs in its query and a JSON body, and answers all of its content at once.
 */
export interface Parts {
  /** Writes parameters of all styles and locations: `writeParameters`. */
  readonly parameters?: (call: Call) => WrittenParameters
  /** Writes a parameter that is the whole query. */
  readonly querystring?: typeof serializeQuerystring
  /** Writes a body that is not JSON: `writeBody`, or `writeItems` where one is a stream. */
  readonly body?: (call: Call) => SerializedBody
  /**
   * Reads the body of a success: `readItems` where one is a stream. What it throws becomes a NetworkError or TimeoutError, if it is not a
   * ClientError.
   */
  readonly read?: (response: Response, sending: Sending) => Promise<unknown>
  /** Makes the time limit of an attempt: `deadline`, beside `readItems`. */
  readonly deadline?: (milliseconds: number) => AbortSignal
  /** Converts values that have formats: `clientFormats`. */
  readonly formats?: ClientFormats
  /** Refuses a success that the call must not answer: `checkMediaType`, where an operation leaves a choice. */
  readonly check?: (call: Call, answer: Answer) => void
  /** What a list has besides: walks of its pages. */
  readonly list?: typeof listMembers
}

/** Parameters written out. */
export interface WrittenParameters {
  /** Path and query: "/pets/1?limit=2". */
  readonly target: string
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** The value of the `Cookie` header; empty where there is none. */
  readonly cookie?: string
}
