import { isJson, type OperationDescriptor, operationAsWritten } from '@concordat/runtime/http'
import { operationAt } from '../../../data/document/resource-lookup.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Cause } from '../../../data/outcome/cause.ts'
import { NotRun, nothingCompared, resultOrNotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { rules } from './rules.ts'
import { undocumentedMethods } from './safe-methods.ts'

/** A server usually has one table of paths. */
const UNROUTED: Cause = { kind: 'everywhere', what: 'unknown paths get a success' }

/**
 * Checks that a path below an item, with a made-up last segment, gets no success with JSON. Servers of single
 * pages respond to every path with HTML, and some stores of JSON with null.
 * @see RFC 9110, 15.5.5
 */
export async function checkUnknownPath(context: CheckContext, asked: OperationDescriptor): Promise<Verdict> {
  const { path } = operationAsWritten(asked)
  const read = operationAt(context.document, { method: 'GET', path })
  if (read?.resource?.role !== 'read' || !context.asks(rules['unknown-path'])) return nothingCompared()
  const segment = context.pool.requests.names.tag()
  const below = { ...operationAsWritten(read), path: `${path}/${segment}` }
  if (!undocumentedMethods(below, context.document).includes('GET')) return nothingCompared()
  const call = await resultOrNotRun(() => context.call(read, { expecting: 'success' }))
  if (call instanceof NotRun) return call
  const { pathname } = new URL(call.answer.exchange.request.url)
  const link = `${pathname}/${segment}`
  const answer = await context.read({ ...call.plan, operation: below, query: {}, link })
  if (!isSuccess(answer) || !isJson(answer.mediaType) || answer.value == null) return []
  return [
    context.finding({
      ...{ operation: read, answer, clause: read.pointer, breaks: rules['unknown-path'] },
      expecting: 'refusal',
      fact: { kind: 'unknown path answered', path: link },
      cause: UNROUTED,
    }),
  ]
}
