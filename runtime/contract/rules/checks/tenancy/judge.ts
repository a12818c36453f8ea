import { documentedRefusals, type OperationDescriptor, usuallyRefusesFor } from '@concordat/runtime/http'
import { responseClause, securityClause } from '../../../data/document/clause.ts'
import { creatorOfItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import {
  documentedResponseFor,
  isMadeByPut,
  isOnlyDocumentedRefusal,
} from '../../../data/document/response-key.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import type { CheckContext } from '../../check.ts'
import { inspectResponse } from '../../response.ts'
import { rules } from './rules.ts'

/**
 * Checks that a response does not show a caller another tenant's data.
 * @param what For example, "another tenant's credential".
 */
export function judgeForeignAnswer(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, breaks, what }: { answer: Answer; breaks: Assertion; what: string },
): Finding[] {
  const isTheirs =
    isMadeByPut(operation, answer.status) || (isSuccess(answer) && isOnlyWayToForeign(context, operation))
  const hides = new Refusal(answer, operation).mayBeAbout('absence')
  const documented = hides && context.asks(rules.hidden) ? hidingKey(context, operation, answer) : undefined
  if (documented !== undefined)
    return [
      context.finding({
        ...{ operation, answer, breaks: rules.hidden, clause: responseClause(operation, documented) },
        cause: { kind: 'everywhere', what: 'another status for others', of: [answer.status, documented] },
        fact: { kind: "others' item told apart", status: answer.status, documented },
      }),
    ]
  if (hides || isOnlyDocumentedRefusal(operation, answer.status) || isTheirs)
    return inspectResponse(context, operation, answer)
  return [
    context.finding({
      operation,
      clause: securityClause(operation),
      answer,
      breaks,
      brokenInBase: (base) => (base.security?.length ?? 0) > 0,
      expecting: 'refusal',
      fact: { kind: "others' item", probe: what },
      ...(isSuccess(answer) && { cause: { kind: 'unvalidated', what: 'whose item it is' } as const }),
    }),
  ]
}

/**
 * Returns the status documented for absent items if the response has an undocumented one that usually rejects
 * a caller. `undefined` if the document does not use such statuses at all.
 */
function hidingKey(
  { document }: CheckContext,
  operation: OperationDescriptor,
  { status }: Answer,
): string | undefined {
  if (!usuallyRefusesFor(status, 'caller') || documentedResponseFor(operation, status) !== undefined)
    return undefined
  const keepsOut = ({ responses }: OperationDescriptor): boolean => Object.hasOwn(responses, status)
  const keys = documentedRefusals(operation, 'absence').filter((key) => /^\d+$/.test(key))
  return document.operations.some(keepsOut) || namesCallers(operation) ? keys[0] : undefined
}

function namesCallers(operation: OperationDescriptor): boolean {
  return documentedRefusals(operation, 'caller').some((key) => /^\d+$/.test(key))
}

/**
 * True if a PUT is the only way to create the item at its path, but the document has no 201 that would tell a
 * create from a replacement.
 */
export function isOnlyWayToForeign({ document }: CheckContext, operation: OperationDescriptor): boolean {
  const creator = creatorOfItems(document, resourceByName(document, operation.resource?.name))
  const { method, operationId } = operation
  return method === 'PUT' && !isMadeByPut(operation, 201) && creator?.operationId === operationId
}
