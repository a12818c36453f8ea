import type { FormatPlan } from '../../../emit/formats/format-plan.ts'
import type { TypeHomes } from '../../../emit/print/generated-file.ts'
import type { KitMiddleware } from './client-options.ts'

/** Client settings from the configuration. */
export interface ClientSettings {
  /** Name of the function that creates a client. */
  readonly factory: string
  readonly middlewares: readonly KitMiddleware[]
  readonly formats: FormatPlan
  /** Modules of request types. */
  readonly homes: TypeHomes
  /** Modules of answer types. */
  readonly answers: TypeHomes
}
