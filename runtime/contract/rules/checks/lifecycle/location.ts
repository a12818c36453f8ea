import type { OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { responseClause } from '../../../data/document/clause.ts'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { sourceOfRequests } from '../../../data/document/path-binding.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { type Answer, isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { linkToOtherHost, observedInstead } from '../../evidence/addresses.ts'
import type { PerformedWrite } from '../../evidence/performed-write.ts'
import { rules } from './rules.ts'

const CREATED = 201
/**
 * The Location of a 202 can be that of the work in progress, on any host. On the server's own host, it only
 * has to exist.
 * @see RFC 9110, 15.3.3
 */
const ACCEPTED = 202

/**
 * Checks that the `Location` of a 201 is the created item's URL, and that the `Location` of a 202 exists.
 * @see RFC 9110, 10.2.2
 */
export async function checkLocation(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, item, read }: PerformedWrite,
): Promise<Verdict> {
  const location = answer.headers.get('location')
  const isAccepted = answer.status === ACCEPTED
  if ((answer.status !== CREATED && !isAccepted) || location === null || item === undefined)
    return nothingCompared()
  const report = (seen: Answer, received: string): Finding[] => [
    context.finding({
      operation,
      answer: seen,
      clause: clauseOf(operation, answer.status),
      breaks: rules.location,
      fact: {
        ...{
          kind: 'Location leads astray',
          id: isAccepted ? 'an existing resource' : namedItem(itemIdOf(item.resource, answer.value)),
        },
        received,
      },
      beside: [answer],
    }),
  ]
  const host = URL.canParse(location, answer.exchange.request.url)
    ? linkToOtherHost(location, answer)
    : 'no host'
  if (host === 'no host') return report(answer, location)
  if (host !== undefined) return isAccepted ? [] : report(answer, `${location}, at the host ${host}`)
  const link = new URL(location, answer.exchange.request.url)
  if (read === undefined || !isSuccess(read.answer) || isSamePath(link, read.answer)) return []
  const plan = context.pool.requests.best(read.by, item.binding)
  const found = await context.read({
    ...{ ...plan, link: link.href },
    sources: [{ location: 'link', name: '', text: link.href, ...sourceOfRequests(answer.number) }],
  })
  if (isAccepted && !isAbsence(found)) return []
  const shown = observedInstead(found, { own: read.answer, resource: item.resource })
  return shown === undefined ? [] : report(found, `${location}, which ${shown}`)
}

function namedItem(id: string | undefined): string {
  return id === undefined ? 'the created item' : `the created item, ${id}`
}

function isSamePath(link: URL, { exchange }: Answer): boolean {
  const [one, other] = [link, new URL(exchange.request.url)].map(({ pathname }) =>
    pathname.replace(/\/$/, ''),
  )
  return one === other
}

function clauseOf(operation: OperationDescriptor, status: number): string {
  const documented = documentedResponseFor(operation, status)
  if (documented === undefined) return pointerBelow(operation.pointer, 'responses')
  const clause = responseClause(operation, documented.key)
  const name = Object.keys(documented.response.headers ?? {}).find((key) => /^location$/i.test(key))
  return name === undefined ? clause : pointerBelow(clause, 'headers', name)
}
