import { type OperationDescriptor, operationAsWritten } from '@concordat/runtime/http'
import { hasMadeUpValue, pathTemplates } from '../../../data/document/path-binding.ts'
import { type Answer, isAbsence, isRefusal } from '../../../data/exchange/answer.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { chooseSafe, isFirstOfPath, undocumentedMethods } from './safe-methods.ts'

/** Number of other paths that must also get a 404, and of paths that are tried at most. */
const ENOUGH = 2
const MOST = 4

const known = new WeakMap<CheckContext['pool'], Promise<boolean>>()

/**
 * True if the server's router has no 405: undocumented methods also get a 404 on other paths, where
 * documented methods find something. RFC 9110 only recommends 405.
 * @see RFC 9110, 9.1
 */
export function hasNo405(context: CheckContext, asked: OperationDescriptor): Promise<boolean> {
  const { pool } = context
  const found = known.get(pool) ?? lookElsewhere(context, asked)
  known.set(pool, found)
  return found
}

async function lookElsewhere(context: CheckContext, asked: OperationDescriptor): Promise<boolean> {
  const { document } = context
  const others = document.operations
    .map(operationAsWritten)
    .filter((operation) => operation.path !== asked.path && isFirstOfPath(operation, document))
    .toSorted((one, other) => pathTemplates(one.path).length - pathTemplates(other.path).length)
  let [absent, tried] = [0, 0]
  for (const operation of others) {
    const answer = await resultIfRun(() => answerToUndocumented(context, operation))
    if (answer === undefined) continue
    tried++
    if (isRefusal(answer) && !isAbsence(answer)) return false
    if (isAbsence(answer)) absent++
    if (absent === ENOUGH || tried === MOST) break
  }
  return absent === ENOUGH
}

/** The response to an undocumented method, if the documented method finds something at the same path. */
async function answerToUndocumented(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Answer | undefined> {
  const methods = undocumentedMethods(operation, context.document)
  const { binding, path, candidates } = await chooseSafe(context, operation, methods)
  const [method] = candidates
  if (method === undefined || hasMadeUpValue(binding)) return undefined
  const documented = await context.call(operation)
  if (isAbsence(documented.answer)) return undefined
  const sending = { operation, path, method }
  const { answer } = await context.attempt(operation, { expecting: 'refusal', at: { binding }, sending })
  return answer
}
