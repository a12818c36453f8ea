import type { FormatPlan } from '../../../emit/formats/format-plan.ts'
import type { Homes } from '../../../emit/print/generated-file.ts'
import type { KitMiddleware } from './client-options.ts'

/** Decisions about a client that its document does not make. */
export interface ClientSettings {
  /** Name of the function that makes a client. */
  readonly factory: string
  readonly middlewares: readonly KitMiddleware[]
  readonly formats: FormatPlan
  /** Modules of the types of requests. */
  readonly homes: Homes
  /** Modules of the types of answers. */
  readonly answers: Homes
}
