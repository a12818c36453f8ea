import type { OperationDescriptor } from '@concordat/runtime/http'
import { clausePlace } from '../../data/document/clause.ts'
import { operationById, operationName } from '../../data/document/resource-lookup.ts'
import { isCrash } from '../../data/exchange/answer.ts'
import { curlLine, type Exchange } from '../../data/exchange/exchange.ts'
import { linksWithoutTokens } from '../../data/exchange/link-tokens.ts'
import type { History } from '../../data/history/history.ts'
import { findingProvenance } from '../../data/history/provenance.ts'
import { findingScript } from '../../data/history/script.ts'
import { sentFrom } from '../../data/history/sent-from.ts'
import type { Assertion } from '../../data/outcome/assertion.ts'
import { subjectOfBrokenClause } from '../../data/outcome/clause-subject.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import { type Grade, isGradedDecided } from '../../data/outcome/grade.ts'
import { withTexts } from '../../data/outcome/kinds/fact.ts'
import { secretTextsInAnswers, withoutSecretTexts } from '../../data/outcome/secret-texts.ts'
import { answerRules } from '../../rules/answer-rules.ts'
import type { KnownViolation, Violation } from '../../rules/check.ts'
import type { NoAnswer } from '../../traffic/session/no-answer.ts'
import type { Target } from '../../traffic/target/target.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import { tellFoundViolation } from './tell.ts'

/** Replaces a secret from a response in the wording of findings. */
const MASKED = '***'

/** A violation with only the exchange, without the parsed response. */
type Unanswered = (Omit<Violation, 'answer' | 'beside'> | Omit<KnownViolation, 'answer' | 'beside'>) & {
  readonly answer: { readonly exchange: Exchange }
  readonly beside?: readonly { readonly exchange: Exchange }[]
}

/**
 * Turns violations into findings, with the grade, the location in the document, and shell lines that
 * reproduce the violation.
 */
export class FindingWriter {
  readonly #documents: ContractDocuments
  readonly #history: History

  readonly #isSigned: boolean

  /** @param history The requests of the run. */
  constructor(documents: ContractDocuments, history: History, { sign }: Pick<Target, 'sign'> = {}) {
    this.#documents = documents
    this.#history = history
    this.#isSigned = sign !== undefined
  }

  /** @param own The rule to use if the violation names none. */
  write(violation: Unanswered, own: Assertion = answerRules['no-crash']): Finding {
    const broken = brokenBy(violation, own)
    const { operation, clause, cause, expecting, beside = [] } = violation
    const { operationId, source } = operation
    const { exchange } = violation.answer
    const { kind, data, expected, received, wrong, isOfAnswer } = tellFoundViolation(violation, (id) =>
      operationName(this.#documents.document, id),
    )
    const provenance = findingProvenance(this.#history, {
      shown: [exchange, ...beside.map((other) => other.exchange)],
      member: cause?.kind === 'member' ? cause.name : subjectOfBrokenClause(clause).member,
    })
    const sent = sentFrom(this.#history.stepOf(exchange), provenance)
    const given = secretTextsInAnswers([
      ...provenance.steps,
      ...beside.map((other) => other.exchange),
      exchange,
    ])
    const shown = (text: string): string =>
      linksWithoutTokens(withoutSecretTexts(text, given, MASKED), operation)
    return {
      rule: broken.rule,
      operationId,
      grade: this.#gradeOf(violation, broken.grade),
      weight: isCrash({ status: exchange.response?.status ?? 0 }) ? 'crash' : broken.weight,
      clause: clausePlace(this.#documents.document, clause),
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
      steps: provenance.steps,
      ...(sent.length > 0 && { sent }),
      curl: curlLine(exchange.request),
      script: findingScript(provenance, exchange, this.#isSigned),
    }
  }

  /** Reports that a request got no response, or one that did not end. */
  writeUnanswered({ message, operation, exchange, isUnending }: NoAnswer): Finding {
    return this.write({
      operation,
      clause: operation.pointer,
      breaks: isUnending ? answerRules.ended : answerRules.answered,
      fact: { kind: 'no answer', isEndless: isUnending, received: message },
      ...(isUnending && { cause: { kind: 'unending' } }),
      answer: { exchange },
    })
  }

  /** Reports a server error, which is a violation regardless of the request. */
  writeCrash(operation: OperationDescriptor, answer: { readonly exchange: Exchange }): Finding {
    return this.write({
      ...{ operation, answer, clause: operation.pointer, breaks: answerRules['no-crash'] },
      fact: { kind: 'crash' },
      brokenInBase: () => true,
    })
  }

  /**
   * Determines the grade from the document without overlays or, if that is not possible, from the location of
   * the clause.
   */
  #gradeOf({ operation, clause, brokenInBase }: Unanswered, basis: Assertion['grade']): Grade {
    const { document, base, decided = [] } = this.#documents
    const original = base && operationById(base, operation.operationId)
    if (base !== undefined && original === undefined) return 'decided'
    if (original !== undefined && brokenInBase !== undefined)
      return brokenInBase(original) ? basis : 'decided'
    const place = clausePlace(document, clause)
    return isGradedDecided(clause, decided) || isGradedDecided(place, decided) ? 'decided' : basis
  }
}

/**
 * Returns the rule that a violation breaks. A violation that names no rule gets the given one, with the
 * violation's grade and, if stated, weight.
 */
function brokenBy(violation: Unanswered, own: Assertion): Assertion {
  if ('breaks' in violation) return violation.breaks
  return { ...own, grade: violation.basis, weight: violation.weight ?? own.weight }
}
