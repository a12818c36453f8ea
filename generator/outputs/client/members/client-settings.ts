import type { FormatPlan } from '../../../emit/formats/format-plan.ts'
import type { Homes } from '../../../emit/print/generated-file.ts'
import type { KitMiddleware } from './client-options.ts'

/** Decisions about a client that its document does not make. */
export interface ClientSettings {
  /** Name of the function that makes a client. */
  readonly factory: string
  readonly middlewares: readonly KitMiddleware[]
  readonly formats: FormatPlan
  /** Where the types of requests are. */
  readonly homes: Homes
  /** Where the types of answers are. */
  readonly answers: Homes
}
