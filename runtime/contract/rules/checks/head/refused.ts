import type { OperationDescriptor } from '@concordat/runtime/http'
import { isCrash, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { AttemptCaller } from '../../attempt.ts'
import type { CheckContext } from '../../check.ts'
import { bindingOfNothing } from '../../wrong-requests/unknown-name.ts'
import { HEAD_DIFFERS, rules } from './rules.ts'

/** Resources whose reads were tried. */
const newTried = () => new Set<string>()

/** Maximum number of resources to try, because servers usually handle HEAD in one place. */
const MOST_TRIED = 2

/** A request that GET and HEAD should both reject. */
interface Refusable {
  readonly plan: RequestPlan
  readonly as?: AttemptCaller
}

/**
 * Checks that HEAD rejects what GET rejects: a missing item and, once in a run, a request without a
 * credential.
 * @see RFC 9110, 9.3.2
 */
export async function checkRefused(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Promise<readonly Finding[]> {
  const { resource: { name, role } = { name: operation.path }, security = [] } = operation
  const tried = context.state.of(newTried)
  if (role !== 'read' || tried.has(name) || tried.size >= MOST_TRIED) return []
  if (!context.asks(rules.refused)) return []
  const isFirst = tried.size === 0
  tried.add(name)
  const nothing = await resultIfRun(() => bindingOfNothing(context, operation))
  const refusable: readonly Refusable[] = [
    ...(nothing === undefined ? [] : [{ plan: context.pool.requests.best(operation, nothing) }]),
    ...(isFirst && security.length > 0 ? [{ plan, as: { kind: 'none' } as const }] : []),
  ]
  for (const { plan: asked, as } of refusable) {
    const get = await context.read(asked, as)
    if (!isRefusal(get)) continue
    const answer = await context.read({ ...asked, method: 'HEAD' }, as)
    // Any other error status, such as 405, rejects the request as well.
    if (!isSuccess(answer) && !isCrash(answer)) continue
    return [
      context.finding({
        ...{ operation, answer, clause: operation.pointer, breaks: rules.refused, beside: [get] },
        expecting: 'refusal',
        fact: {
          ...{ kind: 'HEAD differs', status: answer.status, mediaType: answer.mediaType },
          ...{ getStatus: get.status, getType: get.mediaType },
        },
        cause: HEAD_DIFFERS,
      }),
    ]
  }
  return []
}
