import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { hasMadeUpValue } from '../../../data/document/path-binding.ts'
import { referencesInSentBody } from '../../../data/document/reference.ts'
import { documentedSuccessKeys } from '../../../data/document/response-key.ts'
import { type Answer, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import { allVerdicts, isCleanVerdict, NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import type { Check, CheckContext } from '../../check.ts'
import { inspectResponse } from '../../response.ts'
import { hasOffers, isOfferedMediaType, type Offer, offersOf } from './offered.ts'
import { checkRepresentations, offeredJsonOperation } from './representations.ts'
import { rules } from './rules.ts'

/** The server supports what the document offers. */
export const offers: Check = {
  code: 'offers',
  description:
    'The server accepts the body examples in the document, and the minimum and maximum of query parameters. Every documented response media type is available through Accept or a parameter.',
  assertions: Object.values(rules),
  example: '`GET /pets` documents `text/csv`, but returns 500 for `Accept: text/csv`.',
  fix: 'Support what the document offers, or remove it from the document.',
  applies: (operation, document) =>
    hasOffers(operation, document) || offeredJsonOperation(operation, document) !== undefined,
  title: () => 'documented examples, media types and limits are supported',
  async run(context, operation) {
    const fixture = await context.pool.fixture(operation)
    if (hasMadeUpValue(fixture.binding)) throw new NotRun({ kind: 'nobody to ask for' })
    const plan = context.pool.requests.best(operation, fixture.binding)
    const offered = [...offersOf(context, operation, plan)]
    const isWritten = offeredJsonOperation(operation, context.document) !== undefined
    if (offered.length === 0 && !isWritten) throw new NotRun({ kind: 'nothing offered' })
    const verdicts: Verdict[] = []
    let isUsable: boolean | undefined
    for (const offer of offered) {
      const { answer } = await context.attempt(operation, {
        ...{ expecting: 'either', at: fixture, sending: offer.plan },
      })
      const found = judge(context, operation, { offer, answer })
      if (!isCleanVerdict(found)) isUsable ??= await isAccepted(context, operation, plan)
      verdicts.push(isCleanVerdict(found) || isUsable ? found : answeredInstead(operation, answer))
    }
    if (isWritten && verdicts.every(isCleanVerdict))
      verdicts.push(await checkRepresentations(context, operation, { plan, binding: fixture.binding }))
    return allVerdicts(verdicts)
  },
}

/** True if the operation accepts the request that every rule uses. */
async function isAccepted(
  context: CheckContext,
  operation: OperationDescriptor,
  sending: Offer['plan'],
): Promise<boolean> {
  const at = await context.pool.fixture(operation)
  const { answer } = await context.attempt(operation, { expecting: 'either', at, sending })
  return isSuccess(answer)
}

/**
 * True if an error response blames only properties that refer to other items. Their examples can refer to
 * items that do not exist.
 */
function namesNothing(
  { document }: CheckContext,
  operation: OperationDescriptor,
  { offer, answer }: { readonly offer: Offer; readonly answer: Answer },
): boolean {
  const sent = offer.plan.body?.value
  if (!isObject(sent) || isCrash(answer)) return false
  const named = new Set(referencesInSentBody(sent, operation, document))
  const blamed = [...new Refusal(answer).blamedOf(Object.keys(sent))]
  return blamed.length > 0 && blamed.every((name) => named.has(name))
}

/** The reason why a response says nothing about an offer. */
function answeredInstead({ operationId }: OperationDescriptor, { status }: Answer): NotRun {
  return new NotRun({ kind: 'answered', operation: operationId, status })
}

function judge(
  context: CheckContext,
  operation: OperationDescriptor,
  { offer, answer }: { offer: Offer; answer: Answer },
): Verdict {
  const { what, clause, mediaType } = offer
  const refusal = new Refusal(answer, operation)
  // An earlier rule may have created the item that a document's own example names.
  const mayBeOffer = !refusal.isAbout('conflict') && refusal.mayBeAbout('content', 'media type', 'acceptance')
  const isRefused = mayBeOffer || isCrash(answer)
  if (isRefused && namesNothing(context, operation, { offer, answer }))
    return new NotRun({ kind: 'answered', operation: operation.operationId, status: answer.status })
  if (isRefused)
    return [
      context.finding({
        ...{ operation, answer, clause, breaks: rules.accepted },
        expecting: 'success',
        fact: { kind: 'offer refused', wanted: documentedSuccessKeys(operation), offer: what },
      }),
    ]
  if (!isSuccess(answer)) return answeredInstead(operation, answer)
  if (mediaType !== undefined && !isOfferedMediaType(offer, answer.mediaType))
    return [
      context.finding({
        ...{ operation, answer, clause, breaks: rules['media-type'] },
        fact: {
          ...{ kind: 'offered media type', mediaType, offer: what },
          received: answer.mediaType || 'no media type',
        },
      }),
    ]
  return inspectResponse(context, operation, answer)
}
