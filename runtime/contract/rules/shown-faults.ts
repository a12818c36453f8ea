import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { parameterClause } from '../data/document/clause.ts'
import { type Answer, isSuccess } from '../data/exchange/answer.ts'
import type { Assertion } from '../data/outcome/assertion.ts'
import type { Fact } from '../data/outcome/kinds/fact.ts'
import { answerRules } from './answer-rules.ts'
import { shownForNothing, stateWithoutTime } from './shown/contradictions.ts'
import { shownMiscounted, shownOutOfOrder, shownTwice } from './shown/lists.ts'
import { otherStatus, shownInternals } from './shown/refusals.ts'
import { undocumentedSecret } from './shown/shown-secrets.ts'

interface Shown {
  readonly operation: OperationDescriptor
  readonly schema: JsonSchema
  readonly answer: Answer
}

/** A rule that a response breaks. `clause` is absent if the rule concerns the whole schema. */
interface ShownFault {
  readonly breaks: Assertion
  readonly fact: Fact
  readonly clause?: string
}

/** Returns what contradicts the names, the types or the rest of a response, whatever its schema says. */
export function faultsShown(document: DocumentDescriptor, shown: Shown): readonly ShownFault[] {
  const { answer, operation } = shown
  if (!isSuccess(answer))
    return answer.status < 400
      ? []
      : [
          ...faultIf(answerRules['error-status'], otherStatus(answer)),
          ...faultIf(answerRules.internals, shownInternals(answer)),
        ]
  const unordered = shownOutOfOrder(document, shown)
  return [
    ...faultIf(answerRules['missing-value'], shownForNothing(document, shown)),
    ...faultIf(answerRules['state-time'], stateWithoutTime(document, shown)),
    ...faultIf(answerRules['undocumented-secret'], undocumentedSecret(document, shown)),
    ...faultIf(answerRules.once, shownTwice(document, shown)),
    ...faultIf(answerRules.count, shownMiscounted(document, shown)).map((fault) => ({
      ...fault,
      clause: pointerBelow(operation.pointer, 'responses'),
    })),
    ...faultIf(answerRules.order, unordered?.fact).map((fault) => ({
      ...fault,
      ...(unordered && { clause: parameterClause(operation, unordered.parameter) }),
    })),
  ]
}

function faultIf(breaks: Assertion, fact: Fact | undefined): readonly ShownFault[] {
  return fact === undefined ? [] : [{ breaks, fact }]
}
