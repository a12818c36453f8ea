import type { OperationDescriptor } from '@concordat/runtime/http'
import { generalRule } from '../checks/checks.ts'
import { placeOf } from '../document/clause-place.ts'
import { operationOf } from '../document/resource-lookup.ts'
import { isCrash } from '../exchange/answer.ts'
import { curl, type Exchange } from '../exchange/exchange.ts'
import { withoutLinkTokens } from '../exchange/link-tokens.ts'
import { subjectOf } from '../outcome/clause-subject.ts'
import type { Finding } from '../outcome/finding.ts'
import { type Grade, isAtOrBelow } from '../outcome/grade.ts'
import { withTexts } from '../outcome/kinds/fact.ts'
import type { Weight } from '../outcome/weight.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import type { Check, KnownViolation, Violation } from '../rule/check.ts'
import type { NoAnswer } from '../session/no-answer.ts'
import type { Target } from '../target/target.ts'
import { leadingTo } from '../trail/leading.ts'
import { scriptOf } from '../trail/script.ts'
import { sentFrom } from '../trail/sent-from.ts'
import type { Trail } from '../trail/trail.ts'
import { tell } from './tell.ts'

/** A violation of which only the exchange matters. */
type Unanswered = (Omit<Violation, 'answer' | 'beside'> | Omit<KnownViolation, 'answer' | 'beside'>) & {
  readonly answer: { readonly exchange: Exchange }
  readonly beside?: readonly { readonly exchange: Exchange }[]
}

/** Makes findings of what rules saw: with the grade, the place in the document, and a line that shows it again. */
export class FindingWriter {
  readonly #documents: ContractDocuments
  readonly #trail: Trail

  readonly #isSigned: boolean

  /** @param trail What the run sent. */
  constructor(documents: ContractDocuments, trail: Trail, { sign }: Pick<Target, 'sign'> = {}) {
    this.#documents = documents
    this.#trail = trail
    this.#isSigned = sign !== undefined
  }

  write(check: Pick<Check, 'code' | 'weight'>, violation: Unanswered): Finding {
    const { operation, clause, cause, expecting, beside = [] } = violation
    const { operationId, source } = operation
    const { exchange } = violation.answer
    const { kind, data, expected, received, wrong, isOfAnswer } = tell(violation)
    const shown = (text: string): string => withoutLinkTokens(text, operation)
    const leading = leadingTo(this.#trail, {
      shown: [exchange, ...beside.map((other) => other.exchange)],
      member: cause?.kind === 'member' ? cause.name : subjectOf(clause).member,
    })
    const sent = sentFrom(this.#trail.stepOf(exchange), leading)
    return {
      rule: check.code,
      operationId,
      grade: this.#gradeOf(violation),
      weight: weightOf(check, violation),
      clause: placeOf(this.#documents.document, clause),
      ...(source !== undefined && { source }),
      kind,
      data: withTexts(data, shown),
      ...(isOfAnswer === true && { isOfAnswer }),
      expected: shown(expected),
      received: shown(received),
      wrong: shown(wrong),
      ...(expecting !== undefined && { expecting }),
      ...(cause !== undefined && { cause }),
      exchange,
      steps: leading.steps,
      ...(sent.length > 0 && { sent }),
      curl: curl(exchange.request),
      script: scriptOf(leading, exchange, this.#isSigned),
    }
  }

  /**
   * The finding that a request got no answer. Where it was not for the operation that the rule is about, but prepared that, the operation
   * that was asked does not keep what the document says of it.
   */
  writeUnanswered(
    check: Check,
    { under, unanswered }: { readonly under: OperationDescriptor; readonly unanswered: NoAnswer },
  ): Finding {
    const { message, operation, exchange, isUnending } = unanswered
    const isPreparation = operation.operationId !== under.operationId
    return this.write(isPreparation ? { ...check, code: generalRule.code } : check, {
      operation,
      clause: operation.pointer,
      basis: 'derived',
      fact: { kind: 'no answer', isEndless: isUnending, received: message },
      ...(isUnending && { weight: 'shape', cause: { kind: 'unending' } }),
      answer: { exchange },
    })
  }

  /** The finding that a request was answered with a server error, for whatever it was sent. */
  writeCrash(operation: OperationDescriptor, answer: { readonly exchange: Exchange }): Finding {
    return this.write(
      { code: generalRule.code, weight: 'crash' },
      {
        ...{ operation, answer, clause: operation.pointer, basis: 'derived' },
        fact: { kind: 'crash' },
        brokenInBase: () => true,
      },
    )
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

/** The answer itself counts more than the subject of the rule: a server error is a server error, whoever asked. */
function weightOf(
  { weight }: Pick<Check, 'weight'>,
  { clause, basis, weight: own, answer: { exchange } }: Unanswered,
): Weight {
  const status = exchange.response?.status
  if (status === undefined) return own ?? 'crash'
  if (isCrash({ status })) return 'crash'
  if (own !== undefined) return own
  const { isOfHeader, isOfBody } = subjectOf(clause)
  if (isOfHeader) return 'header'
  return basis === 'documented' && isOfBody ? 'shape' : weight
}
