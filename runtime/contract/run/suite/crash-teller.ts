import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import type { StepName, Tell } from '../../data/outcome/run-event.ts'
import type { ToldRules } from '../plan/selection.ts'
import { Crashes } from '../state/crashes.ts'
import type { FindingWriter } from './finding-writer.ts'
import { toldFindings } from './told-findings.ts'

interface CrashTellerOptions {
  readonly document: DocumentDescriptor
  readonly writer: FindingWriter
  readonly select?: ToldRules | undefined
  readonly tell?: Tell | undefined
}

/**
 * Reports server errors as they occur, the first for each operation and status, even if a rule will report
 * them too.
 */
export class CrashTeller {
  readonly #options: CrashTellerOptions
  readonly #crashes: Crashes
  /** The current rule. */
  step: StepName | undefined

  constructor(options: CrashTellerOptions) {
    this.#options = options
    this.#crashes = new Crashes(options.document)
  }

  note(operation: OperationDescriptor, answer: Answer): void {
    const { writer, select, tell } = this.#options
    const [crash] = toldFindings([writer.writeCrash(operation, answer)], select, this.step?.rule)
    if (crash !== undefined && this.#crashes.note(crash)) tell?.({ kind: 'crashed', crash, step: this.step })
  }
}
