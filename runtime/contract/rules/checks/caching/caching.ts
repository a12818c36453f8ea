import { isReadByGet, type OperationDescriptor, successContents } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { securityClause } from '../../../data/document/clause.ts'
import { type Answer, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import {
  type RequestPlan,
  requestPartsOfCredentials,
  requirementOfRequest,
} from '../../../data/exchange/request.ts'
import { allVerdicts, nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { headerParameter, requestLanguages } from '../../../world/requests/header-parameters.ts'
import type { Check, CheckContext } from '../../check.ts'
import { isReusableByCache, isSharedByCache, variesInCache } from '../../reuse-by-caches.ts'
import { rules } from './rules.ts'

/** Caches hand a response only to callers for whom it is meant. */
export const caching: Check = {
  code: 'caching',
  description:
    'No shared cache may reuse a response for callers whom the server rejects. A cacheable response lists in `Vary` the request headers that it depends on.',
  assertions: Object.values(rules),
  example: '`GET /account` needs a key, and returns `Cache-Control: public`.',
  fix: 'Send `Cache-Control: private` or `no-store`. List in `Vary` every header that changes the response.',
  applies: (operation, document) =>
    isReadByGet(operation) &&
    ((operation.security ?? []).length > 0 ||
      mediaTypesOf(operation).length > 1 ||
      requestLanguages(operation, document).length > 0),
  title: () => 'caches reuse its responses only where they apply',
  async run(context, operation) {
    const { answer, plan } = await context.call(operation, { expecting: 'success' })
    if (!isReusableByCache(answer)) return []
    return allVerdicts([
      await checkShared(context, operation, answer),
      await checkVary(context, operation, { answer, plan }),
    ])
  },
}

function mediaTypesOf(operation: OperationDescriptor): readonly string[] {
  return [...new Set(successContents(operation).map(({ type }) => type))].filter(
    (type) => !type.includes('*'),
  )
}

/** Names of the headers that carry the run's credential; none if any part of it is sent in the query. */
function carriersOf(
  { credentials, document }: CheckContext,
  { security }: OperationDescriptor,
): readonly string[] {
  const schemes = Object.keys(requirementOfRequest(security, credentials) ?? {})
  const { url, headers } = requestPartsOfCredentials(
    schemes.map((name) => [document.securitySchemes[name], 'credential']),
  )
  return url.search === '' ? [...headers.keys()] : []
}

async function checkShared(
  context: CheckContext,
  operation: OperationDescriptor,
  answer: Answer,
): Promise<Verdict> {
  const carriers = carriersOf(context, operation)
  if (carriers.length === 0 || !context.asks(rules.shared)) return nothingCompared()
  if (!isSharedByCache(answer, carriers)) return []
  const { answer: refused } = await context.attempt(operation, { as: { kind: 'none' }, expecting: 'refusal' })
  if (!isRefusal(refused)) return []
  return [
    context.finding({
      ...{ operation, answer, beside: [refused], breaks: rules.shared, clause: securityClause(operation) },
      cause: { kind: 'everywhere', what: 'shared caches may reuse responses' },
      fact: {
        kind: 'cached for all',
        status: refused.status,
        received: answer.headers.get('cache-control') ?? `Expires: ${answer.headers.get('expires')}`,
      },
    }),
  ]
}

/**
 * Requests another media type and other languages, and checks that `Vary` contains the request header if the
 * representation differs.
 */
async function checkVary(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, plan }: { readonly answer: Answer; readonly plan: RequestPlan },
): Promise<Verdict> {
  const asked = choicesOf(context, operation, { answer, plan })
  if (asked.length === 0 || !context.asks(rules.vary)) return nothingCompared()
  for (const { header, sending } of asked) {
    const seen = variesInCache(answer, header) ? undefined : await context.read(sending)
    if (seen === undefined || !isSuccess(seen) || chosenBy(seen) === chosenBy(answer)) continue
    return [
      context.finding({
        ...{ operation, answer, beside: [seen], breaks: rules.vary },
        clause: pointerBelow(operation.pointer, 'responses'),
        fact: { kind: 'vary lacks', header, received: answer.headers.get('vary') ?? 'no such header' },
      }),
    ]
  }
  return []
}

interface Choice {
  readonly header: string
  readonly sending: RequestPlan
}

function choicesOf(
  { document }: CheckContext,
  operation: OperationDescriptor,
  { answer, plan }: { readonly answer: Answer; readonly plan: RequestPlan },
): readonly Choice[] {
  const types = mediaTypesOf(operation).filter((type) => type !== answer.mediaType)
  const language = headerParameter(operation, 'accept-language')
  const tags = language === undefined ? [] : requestLanguages(operation, document)
  return [
    ...types.slice(0, 1).map((accept) => ({ header: 'Accept', sending: { ...plan, accept } })),
    ...tags.map((tag) => ({
      header: 'Accept-Language',
      sending: { ...plan, header: { ...plan.header, [language?.name ?? '']: tag } },
    })),
  ]
}

/** The representation that was chosen for a request. */
function chosenBy({ mediaType, headers }: Answer): string {
  return `${mediaType} ${headers.get('content-language') ?? ''}`
}
