import type { OperationDescriptor } from '@concordat/runtime/http'
import { placeOf } from '../document/clause-place.ts'
import { operationOf } from '../document/resource-lookup.ts'
import { curl } from '../exchange/exchange.ts'
import type { Finding } from '../outcome/finding.ts'
import { type Grade, isAtOrBelow } from '../outcome/grade.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import type { Check, Violation } from '../rule/check.ts'
import type { NoAnswer } from '../session/no-answer.ts'

/** A violation of which only the exchange matters. */
type Unanswered = Omit<Violation, 'answer'> & { readonly answer: Pick<Violation['answer'], 'exchange'> }

/** Makes findings of what rules saw: with the grade, the place in the document, and a line that shows it again. */
export class FindingWriter {
  readonly #documents: ContractDocuments

  constructor(documents: ContractDocuments) {
    this.#documents = documents
  }

  write(check: Check, violation: Unanswered): Finding {
    const { operation, clause, expected, received } = violation
    const { operationId, source } = operation
    const { exchange } = violation.answer
    return {
      rule: check.code,
      operationId,
      grade: this.#gradeOf(violation),
      clause: placeOf(this.#documents.document, clause),
      ...(source !== undefined && { source }),
      expected,
      received,
      exchange,
      curl: curl(exchange.request),
    }
  }

  /** The finding that a request got no answer. */
  writeUnanswered(check: Check, operation: OperationDescriptor, { message, exchange }: NoAnswer): Finding {
    return this.write(check, {
      operation,
      clause: operation.pointer,
      basis: 'derived',
      expected: 'an answer',
      received: message,
      answer: { exchange },
    })
  }

  /** What the document without overlays says decides; where it is not at hand, the place of the clause does. */
  #gradeOf({ operation, clause, basis, brokenInBase }: Unanswered): Grade {
    const { document, base, decided = [] } = this.#documents
    const original = base && operationOf(base, operation.operationId)
    if (base !== undefined && original === undefined) return 'decided'
    if (original !== undefined && brokenInBase !== undefined)
      return brokenInBase(original) ? basis : 'decided'
    const place = placeOf(document, clause)
    return isAtOrBelow(clause, decided) || isAtOrBelow(place, decided) ? 'decided' : basis
  }
}
