import { isReadByGet, type OperationDescriptor } from '@concordat/runtime/http'
import { type Answer, isRefusedMethod, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { NotRun, resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Check, CheckContext } from '../../check.ts'
import type { RunFact } from '../../run-state.ts'
import { checkRefused } from './refused.ts'
import { HEAD_DIFFERS, rules } from './rules.ts'

/** Maximum number of reads that are tried to find out whether the server supports HEAD at all. */
const MAX_WITNESSES = 3

/** HEAD behaves like GET without the content. @see RFC 9110, 9.1 and 9.3.2 */
export const head: Check = {
  code: 'head',
  description:
    'HEAD returns the same status and media type as GET, even for an error. If the server supports HEAD for one read, it supports it for all.',
  assertions: Object.values(rules),
  example: '`HEAD /pets` returns 404 although `GET /pets` returns 200.',
  fix: 'Route HEAD to the GET handlers and omit the body, or always return 405.',
  reserve: { fraction: 0.02 },
  applies: isReadByGet,
  title: () => 'HEAD returns the same status and media type as GET',
  async run(context, operation) {
    const { plan, get: seen, answer } = await ask(context, operation)
    // A server need not support HEAD, but if it supports HEAD for some of its reads, it must support it for
    // all of them.
    if (isRefusedMethod(answer) && !(await isSupported(context)))
      throw new NotRun({ kind: 'no HEAD', status: answer.status })
    if (hasOwnStatus(context, { operation, answer, get: seen }))
      throw new NotRun({ kind: 'HEAD documented', status: answer.status })
    if (isLike(answer, seen) && otherLength(answer, seen) === undefined)
      return checkRefused(context, operation, plan)
    // The item that was read once for all rules might be gone by now, so it is read again. A server that is
    // not told which type to send may choose an undocumented one, which a copy of the operation allows.
    const get = await context.read({ ...plan, operation: { ...plan.operation }, accept: '' })
    const length = otherLength(answer, get)
    if (isLike(answer, get) && length === undefined) return []
    return [
      context.finding({
        operation,
        answer,
        clause: operation.pointer,
        breaks: rules['like-get'],
        expecting: 'success',
        fact: length ?? {
          ...{ kind: 'HEAD differs', status: answer.status, mediaType: answer.mediaType },
          ...{ getStatus: get.status, getType: get.mediaType },
        },
        cause: HEAD_DIFFERS,
      }),
    ]
  },
}

interface Asked {
  readonly operation: OperationDescriptor
  readonly get: Answer
  readonly answer: Answer
}

/** True if the document describes HEAD itself, with this response and without the one to GET. */
function hasOwnStatus({ document }: CheckContext, { operation, get, answer }: Asked): boolean {
  const own = document.operations.find(({ method, path }) => method === 'HEAD' && path === operation.path)
  if (own === undefined || get.status === answer.status) return false
  const documents = ({ status }: Answer): boolean => Object.hasOwn(own.responses, String(status))
  return documents(answer) && !documents(get)
}

/** A length that differs from that of the response to GET. @see RFC 9110, 8.6 */
function otherLength(one: Answer, other: Answer): Fact<'header broken'> | undefined {
  const [received, length] = [one, other].map(({ headers }) => headers.get('content-length'))
  if (received == null || length == null || received === length || !isLike(one, other)) return undefined
  const must = `must be ${length} for HEAD, as for GET`
  return { kind: 'header broken', header: 'Content-Length', must, received }
}

function isLike(one: Answer, other: Answer): boolean {
  return one.status === other.status && one.mediaType === other.mediaType
}

async function ask(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<{ plan: RequestPlan; get: Answer; answer: Answer }> {
  const { plan, answer: get } = await context.call(operation, { expecting: 'success' })
  // Clients such as link checkers send HEAD without Accept. @see RFC 9110, 12.5.1
  return { plan, get, answer: await context.read({ ...plan, method: 'HEAD', accept: '' }) }
}

/** True if at least one of a few reads supports HEAD. Tested once in a run. */
const support: RunFact<boolean> = {
  name: 'HEAD is supported',
  is: (value) => typeof value === 'boolean',
}

function isSupported(context: CheckContext): Promise<boolean> {
  return context.state.once(support, () => findWitness(context))
}

async function findWitness(context: CheckContext): Promise<boolean> {
  const reads = context.document.operations.filter(isReadByGet)
  let asked = 0
  for (const read of reads) {
    if (asked === MAX_WITNESSES) break
    const tried = await resultIfRun(() => ask(context, read))
    if (tried !== undefined && isSuccess(tried.answer)) return true
    if (tried !== undefined) asked++
  }
  return false
}
