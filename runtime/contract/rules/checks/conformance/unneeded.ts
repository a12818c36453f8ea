import { isReadByGet, type OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import { requestPartsOfCredentials } from '../../../data/exchange/request.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import type { Call } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import type { CheckContext } from '../../check.ts'
import { rules } from './rules.ts'

/** Sends the run's credential to a public read that succeeded without it. */
export async function checkUnneededCredential(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, answer: without }: Call,
): Promise<Verdict> {
  const further = headersOf(context)
  const isPublic = (operation.security ?? []).length === 0 && isReadByGet(operation)
  if (!isPublic || further === undefined || !context.asks(rules['unneeded-credential']))
    return nothingCompared()
  const sent = new Headers(without.exchange.request.headers)
  if (Object.keys(further).some((name) => sent.has(name))) return nothingCompared()
  const answer = await context.read({ ...plan, further: { ...plan.further, ...further } })
  // A public login can redirect everybody.
  const isAsWithout = isSuccess(answer) || answer.status === without.status
  if (isAsWithout || (isRefusal(answer) && new Refusal(answer).isAbout('pace'))) return []
  return [
    context.finding({
      ...{ operation, answer, breaks: rules['unneeded-credential'], expecting: 'success' },
      clause: pointerBelow(operation.pointer, 'responses'),
      fact: { kind: 'unneeded credential matters', status: answer.status },
    }),
  ]
}

/**
 * The headers that carry the first of the run's credentials that is sent in a header other than `Cookie`;
 * `undefined` if there is none.
 */
function headersOf({ credentials, document }: CheckContext): Readonly<Record<string, string>> | undefined {
  for (const [name, credential] of Object.entries(credentials)) {
    const parts = requestPartsOfCredentials([[document.securitySchemes[name], credential]])
    const headers = Object.fromEntries(parts.headers)
    if (Object.keys(headers).length > 0 && headers['cookie'] === undefined) return headers
  }
  return undefined
}
