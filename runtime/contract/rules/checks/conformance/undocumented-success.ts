import type { OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { responseClause } from '../../../data/document/clause.ts'
import { documentedResponseFor, documentedSuccessKeys } from '../../../data/document/response-key.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Inspector } from '../../inspection.ts'
import { rules } from './rules.ts'

/** Request headers that allow a success that need not be declared. @see RFC 9110, 13.1.1 and 14.2 */
const CONDITIONS = ['range', 'prefer']

/** Reports a 2xx that the document does not declare, unless the request is wrong or asks for another form. */
export function undocumentedSuccess(
  context: Inspector,
  { operation, isWrong = false, link }: Pick<RequestPlan, 'operation' | 'isWrong' | 'link'>,
  answer: Answer,
): readonly Finding[] {
  const { status, exchange } = answer
  const wanted = documentedSuccessKeys(operation)
  const isConditional = CONDITIONS.some((name) => Object.hasOwn(exchange.request.headers, name))
  // A PUT can always create an item that is missing. @see RFC 9110, 9.3.4
  const isMade = operation.method === 'PUT' && status === 201
  const isJudged = isSuccessStatus(status) && !isWrong && link === undefined && !isConditional && !isMade
  if (!isJudged || wanted.length === 0 || documentedResponseFor(operation, status) !== undefined) return []
  return [
    context.finding({
      ...{ operation, answer, clause: clauseOfSuccess(operation), breaks: rules.success },
      brokenInBase: (base) => documentedResponseFor(base, status) === undefined,
      fact: { kind: 'unexpected status', wanted, isLoose: false },
    }),
  ]
}

const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300

/** The documented success, or all responses if there are several. */
export function clauseOfSuccess(operation: OperationDescriptor): string {
  const [first, ...others] = documentedSuccessKeys(operation)
  return first === undefined || others.length > 0
    ? pointerBelow(operation.pointer, 'responses')
    : responseClause(operation, first)
}
