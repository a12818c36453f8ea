import { type OperationDescriptor, operationAsWritten } from '@concordat/runtime/http'
import { hasMadeUpValue, pathTemplates } from '../../../data/document/path-binding.ts'
import { type Answer, isAbsence, isRefusedMethod } from '../../../data/exchange/answer.ts'
import type { Convention } from '../../../data/outcome/kinds/facts/conventions.ts'
import type { CheckContext } from '../../check.ts'
import { isConvention } from '../../evidence/log/is-convention.ts'
import { chooseSafe, isFirstOfPath, undocumentedMethods } from './safe-methods.ts'

/**
 * True if the server rejects undocumented methods in the same way on other paths. Its router then has no 405,
 * or its 405 no `Allow`.
 * @see RFC 9110, 9.1
 */
export async function isUsualRefusal(
  context: CheckContext,
  asked: OperationDescriptor,
  answer: Answer,
): Promise<boolean> {
  const convention = conventionIn(answer)
  if (convention === undefined) return false
  const { document } = context
  const others = document.operations
    .map(operationAsWritten)
    .filter((operation) => operation.path !== asked.path && isFirstOfPath(operation, document))
    .toSorted((one, other) => pathTemplates(one.path).length - pathTemplates(other.path).length)
  return isConvention(context, convention, {
    others,
    // Most paths allow no method that is safe to try, which costs no request.
    most: 60,
    shows: async (operation) => {
      const other = await answerToUndocumented(context, operation)
      if (other === undefined || !isRefusedMethod(other)) return undefined
      // A 404 says nothing about the header of a 405.
      return convention === 'no Allow' && other.status !== 405
        ? undefined
        : conventionIn(other) === convention
    },
  })
}

function conventionIn(answer: Answer): Convention | undefined {
  if (answer.status === 405) return answer.headers.has('allow') ? undefined : 'no Allow'
  return isRefusedMethod(answer) ? 'no 405' : undefined
}

/**
 * The response to an undocumented method. A 404 counts only if the documented method finds something at the
 * same path.
 */
async function answerToUndocumented(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Answer | undefined> {
  const methods = undocumentedMethods(operation, context.document)
  const { binding, path, candidates } = await chooseSafe(context, operation, methods)
  const [method] = candidates
  if (method === undefined) return undefined
  const sending = { operation, path, method }
  const { answer } = await context.attempt(operation, { expecting: 'refusal', at: { binding }, sending })
  if (!isAbsence(answer)) return answer
  return hasMadeUpValue(binding) || isAbsence((await context.call(operation)).answer) ? undefined : answer
}
