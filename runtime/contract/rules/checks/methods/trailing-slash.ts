import type { OperationDescriptor } from '@concordat/runtime/http'
import { operationAt } from '../../../data/document/resource-lookup.ts'
import { NotRun, nothingCompared, resultOrNotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { rules } from './rules.ts'

/**
 * Checks that a read gets the same status and media type with and without the slash at the end of its path,
 * if the document makes the slash optional.
 */
export async function checkTrailingSlash(
  context: CheckContext,
  { path }: OperationDescriptor,
): Promise<Verdict> {
  const read = operationAt(context.document, { method: 'GET', path })
  const isAsked = context.document.trailingSlash !== undefined && context.asks(rules['trailing-slash'])
  if (!isAsked || read === undefined || read.written !== undefined) return nothingCompared()
  const call = await resultOrNotRun(() => context.call(read))
  if (call instanceof NotRun) return call
  const { plan, answer: usual } = call
  const { pathname, search } = new URL(usual.exchange.request.url)
  const other = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`
  const answer = await context.read({ ...plan, link: other + search })
  if (answer.status === usual.status && answer.mediaType === usual.mediaType) return []
  return [
    context.finding({
      operation: read,
      answer,
      clause: '#/x-trailing-slash',
      breaks: rules['trailing-slash'],
      expecting: 'success',
      fact: {
        ...{ kind: 'slash matters', path: pathname, otherPath: other },
        ...{ getStatus: usual.status, getType: usual.mediaType },
        ...{ status: answer.status, mediaType: answer.mediaType },
      },
    }),
  ]
}
