import { linkTo, mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import { responseClause } from '../../../data/document/clause.ts'
import { sourceOfRequests } from '../../../data/document/path-binding.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { type Answer, isAbsence } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { addressRelations } from '../../../lexicon/lexicon.ts'
import type { CheckContext } from '../../check.ts'
import { linkToOtherHost, observedInstead } from '../../evidence/addresses.ts'
import { sharedWrite } from '../../evidence/performed-write.ts'
import { readableLinksOfItem } from './body-links.ts'
import { rules } from './rules.ts'

/** A URL in a header or a body, and the rule about it. */
interface Stated {
  /** The header or the link, as a noun for findings. */
  readonly header: string
  readonly link: string
  readonly breaks: Assertion
  /** True if the URL identifies the content of the response itself. */
  readonly isOwn: boolean
  /**
   * The request for a link in a body. Only a missing resource breaks the rule, because a read can need
   * parameters or permissions.
   */
  readonly followed?: RequestPlan
}

/** A response, and a request that reads its item. */
interface Seen {
  readonly answer: Answer
  readonly plan: RequestPlan
}

/**
 * Checks that URLs in a response's headers, and in the body of a read, lead to what they identify.
 * @see RFC 9110, 8.7; RFC 8288, 3.3
 */
export async function checkAddresses(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const seen = await seenBy(context, operation)
  const stated =
    seen === undefined ? [] : statedIn(context, operation, seen).filter(({ breaks }) => context.asks(breaks))
  if (seen === undefined || stated.length === 0) return nothingCompared()
  const { answer, plan } = seen
  const resource = context.pool.resourceFor(operation)
  const { key = 'default' } = documentedResponseFor(operation, answer.status) ?? {}
  const findings: Finding[] = []
  for (const { header, link, breaks, isOwn, followed } of stated) {
    const sources = [{ location: 'link', name: '', text: link, ...sourceOfRequests(answer.number) }] as const
    const found = await context.read({ ...(followed ?? plan), link, sources })
    const isUnclear = followed ? !isAbsence(found) : mayRefuseFor(found.status, 'caller', 'pace', 'capacity')
    const received = isUnclear ? undefined : observedInstead(found, { own: isOwn ? answer : found, resource })
    if (received === undefined) continue
    findings.push(
      context.finding({
        ...{ operation, answer: found, breaks, beside: [answer] },
        clause: responseClause(operation, key),
        fact: { kind: 'address leads astray', header, address: link, received },
      }),
    )
    // A server builds all links of a body in the same way, so one finding is enough.
    if (followed) break
  }
  return findings
}

/** A successful response, with a request that reads its item; `undefined` if nothing reads it. */
async function seenBy(context: CheckContext, operation: OperationDescriptor): Promise<Seen | undefined> {
  if (operation.method === 'GET') return context.call(operation, { expecting: 'success' })
  const { answer, item, read } = await sharedWrite(context, operation)
  return item && read && { answer, plan: context.pool.requests.best(read.by, item.binding) }
}

/**
 * URLs on the server's own host that differ from the one requested. `Link` headers in the response to a write
 * are ignored, because they can concern either the item or the URL to which the request was sent.
 */
function statedIn(
  { document, pool }: CheckContext,
  operation: OperationDescriptor,
  { answer, plan }: Seen,
): readonly Stated[] {
  const { url, method } = answer.exchange.request
  const links = method === 'GET' ? (answer.headers.get('link') ?? '') : ''
  const location = answer.headers.get('content-location')
  const isRead = operation.resource?.role === 'read'
  const resource = pool.resourceFor(operation)
  const inBody = isRead ? readableLinksOfItem(document, plan, { answer, resource }) : []
  const stated = [
    { header: 'Content-Location', address: location, breaks: rules['content-location'], isOwn: true },
    ...addressRelations.map((relation) => ({
      ...{ header: `Link to "${relation}"`, address: linkTo(relation, links) },
      ...{ breaks: rules.link, isOwn: relation === 'self' },
    })),
    ...inBody.map(({ relation, address, reading }) => ({
      ...{ header: `body link named "${relation}"`, address, breaks: rules.link, isOwn: false },
      followed: reading,
    })),
  ]
  return stated.flatMap(({ address, ...one }) => {
    const link = URL.parse(address ?? '', url)?.href
    const isElsewhere = link !== undefined && linkToOtherHost(link, answer) !== undefined
    return address && link !== undefined && link !== url && !isElsewhere ? [{ ...one, link }] : []
  })
}
