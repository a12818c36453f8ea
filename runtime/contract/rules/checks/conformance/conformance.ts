import {
  type DocumentDescriptor,
  isJsonPatch,
  mediaTypeEssence,
  type OperationDescriptor,
} from '@concordat/runtime/http'
import { documentedBodyMedia } from '../../../data/document/json-body.ts'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import { membersNamedAfterResources } from '../../../data/document/reference.ts'
import { creatorOfItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import {
  documentedKeyMatches,
  documentedSuccessKeys,
  isResponseSwitchedOff,
} from '../../../data/document/response-key.ts'
import { type Answer, isAbsence, isRefusal, isToldFailure } from '../../../data/exchange/answer.ts'
import { exchangeExcerpt } from '../../../data/exchange/excerpt.ts'
import { answerJsonOfText } from '../../../data/exchange/json-text.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { allVerdicts, NotRun, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { isIdentifyingName, subjectsNamed } from '../../../lexicon/lexicon.ts'
import type { Call } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import { answerRules } from '../../answer-rules.ts'
import type { Check, CheckContext } from '../../check.ts'
import { smallestBody } from '../../evidence/smallest-body.ts'
import { inspectResponse } from '../../response.ts'
import { readBelowNew } from './fresh.ts'
import { isNoLongerListed } from './no-longer-listed.ts'
import { checkNotModified } from './not-modified.ts'
import { leavesConformanceOpen } from './open-values.ts'
import { rules } from './rules.ts'
import { clauseOfSuccess } from './undocumented-success.ts'
import { checkUnneededCredential } from './unneeded.ts'

/** A valid request gets the documented success, in the documented form. */
export const conformance: Check = {
  code: 'conformance',
  description:
    "A valid request gets a documented success status, one of that response's media types, its required headers and a body that matches its schema, including formats if the document asserts them. Only JSON, XML and streamed items are compared with schemas.",
  assertions: [...Object.values(rules), ...Object.values(answerRules)],
  example: '`GET /pets/7` returns `{"id": "7"}`, but the schema requires an integer.',
  fix: 'Correct the response or the document.',
  applies: (operation) => documentedSuccessKeys(operation).length > 0,
  title: (operation) =>
    `the response is the documented ${documentedSuccessKeys(operation)
      .map((key) => describe(operation, key))
      .join(' or ')}`,
  async run(context, operation) {
    await fillList(context, operation)
    const call = await context.call(operation)
    const { answer } = call
    if (isToldFailure(answer)) return inspectTold(context, operation, call)
    if (isExpected(operation, answer.status)) return inspectSuccess(context, operation, call)
    if (documentedSuccessKeys(operation).includes('default')) {
      const findings = inspectResponse(context, operation, answer)
      return findings.length > 0
        ? findings
        : new NotRun({
            kind: 'no success documented',
            operation: operation.operationId,
            status: answer.status,
          })
    }
    const excuse = excuseOf(context, operation, call)
    const { operationId } = operation
    if (excuse === undefined && (await isNoLongerListed(context, operation, call)))
      return new NotRun({ kind: 'no longer listed', operation: operationId, status: answer.status })
    return excuse === undefined ? unexpected(context, operation, call) : new NotRun(excuse)
  },
}

function isExpected(operation: OperationDescriptor, status: number): boolean {
  return status < 400 && documentedSuccessKeys(operation).some((key) => documentedKeyMatches(key, status))
}

/**
 * Judges a documented success and earlier requests that should have succeeded, and sends further requests:
 * with the response's entity tag, with a credential that is not needed,
 * and below a new item.
 */
async function inspectSuccess(
  context: CheckContext,
  operation: OperationDescriptor,
  call: Call,
): Promise<Verdict> {
  const { answer, crash, withoutOptional } = call
  const isNeedless =
    withoutOptional !== undefined &&
    !isToldFailure(withoutOptional.answer) &&
    !mayBeRefused(operation, withoutOptional.answer, context.document)
  const verdict = allVerdicts([
    crash === undefined ? [] : await unexpected(context, operation, { ...call, answer: crash }),
    isNeedless ? [needless(context, operation, withoutOptional)] : [],
    inspectResponse(context, operation, answer),
  ])
  const below = await readBelowNew(context, operation)
  return allVerdicts([
    ...[verdict, below, await checkNotModified(context, operation, call)],
    await checkUnneededCredential(context, operation, call),
  ])
}

/**
 * Checks only the form of a failure that is reported with a 2xx status, because no document says which
 * failures a valid request can get.
 */
function inspectTold(context: CheckContext, operation: OperationDescriptor, { answer }: Call): Verdict {
  const findings = inspectResponse(context, operation, answer)
  const { status, text } = answer
  const words = exchangeExcerpt(text)
  return findings.length > 0
    ? findings
    : new NotRun({ kind: 'failure told', operation: operation.operationId, status, words })
}

/** A valid reason for a response that is not a documented success; `undefined` if there is no such reason. */
function excuseOf(context: CheckContext, operation: OperationDescriptor, call: Call): Reason | undefined {
  const { plan, answer } = call
  const absence = { operation: operation.operationId, status: answer.status }
  const refusal = { ...absence, words: exchangeExcerpt(answer.text) }
  if (mayBeRefused(operation, answer, context.document)) return { kind: 'state may refuse', ...refusal }
  if ((refusesAsTold(operation, call) && isGuesswork(context.document, plan)) || namesNothing(call))
    return { kind: 'guesses refused', ...refusal }
  const lacks = context.pool.whatIsMissing(operation)
  if (lacks.length > 0 && answer.status < 500) return { kind: 'answered', ...absence, lacks }
  if (isAboutStored(operation, call) || isOfAbsentPart(operation, call))
    return { kind: 'data may refuse', ...refusal }
  if (![isAbsence, saysAbsence].some((isAbout) => isAbout(answer))) return undefined
  const given = givenName(operation, call)
  if (isDocumented(operation, answer) && given !== undefined)
    return { kind: 'given value absent', ...absence, value: given }
  return isGuessed(operation, call) ? { kind: 'made up or shown', ...absence } : undefined
}

/** True for a documented refusal, or one of the content of a JSON Patch. */
function refusesAsTold(operation: OperationDescriptor, { plan, answer }: Call): boolean {
  const isOfPatch = plan.body !== undefined && isJsonPatch(plan.body.mediaType)
  const isOfContent = isOfPatch && new Refusal(answer, operation).mayBeAbout('content')
  return isOfContent || isDocumentedRefusal(operation, answer)
}

/**
 * True if the server says that something does not exist, with a status that does not mean the path. It then
 * means a made-up value in the body.
 */
function namesNothing({ plan: { body }, answer }: Call): boolean {
  return body !== undefined && body.from !== 'document' && !isAbsence(answer) && saysAbsence(answer)
}

/** True for an error response, such as 400, whose text says that something does not exist. */
function saysAbsence(answer: Answer): boolean {
  return isRefusal(answer) && subjectsNamed(answer.text).has('absence')
}

/**
 * True if a value in the path is guessed, so that it might not exist. A POST is also tried with a made-up
 * value, because it might create something at or below that path.
 */
function isGuessed({ path, method }: OperationDescriptor, { binding }: Call): boolean {
  const origins = method === 'POST' ? ['guessed', 'unknown'] : ['guessed']
  return pathTemplates(path).some(({ key }) => origins.includes(binding.get(key)?.origin ?? ''))
}

/** The last value in the path, if it comes from the configuration. */
function givenName({ path }: OperationDescriptor, { binding }: Call): string | undefined {
  const template = pathTemplates(path).at(-1)
  const last = template && binding.get(template.key)
  return last?.origin === 'configured' ? last.text : undefined
}

/** True if the document declares exactly this status. */
function isDocumented({ responses }: OperationDescriptor, { status }: Answer): boolean {
  return responses[status] !== undefined
}

/**
 * True if a documented error such as 400 can only concern the stored item, because the request reads or
 * removes a part of it and has neither a query nor a body.
 */
function isAboutStored(operation: OperationDescriptor, { plan, answer }: Call): boolean {
  const { method, path } = operation
  const isPart = path.includes('{') && !path.endsWith('}')
  const asksNoMore = Object.keys(plan.query ?? {}).length === 0 && plan.body === undefined
  const isOfContent = new Refusal(answer, operation).mayBeAbout('content') && isDocumented(operation, answer)
  return (method === 'GET' || method === 'DELETE') && isPart && asksNoMore && isOfContent
}

/**
 * True if a read of a part of an existing item returns a documented 404, or one that `default` covers,
 * because an item that the run did not create can lack the part.
 */
function isOfAbsentPart(
  { method, path, responses }: OperationDescriptor,
  { answer, binding }: Call,
): boolean {
  const template = pathTemplates(path).at(-1)
  const isOfOthers = template !== undefined && binding.get(template.key)?.origin === 'discovered'
  const isCovered = [String(answer.status), '4XX', 'default'].some((key) => responses[key] !== undefined)
  return method === 'GET' && !path.endsWith('}') && isOfOthers && isAbsence(answer) && isCovered
}

/**
 * Fills a list, because an empty list satisfies every rule about items. If no item can be created, the list
 * remains empty.
 */
async function fillList(context: CheckContext, operation: OperationDescriptor): Promise<void> {
  const resource = resourceByName(context.document, operation.resource?.name)
  if (
    operation.list === undefined ||
    resource === undefined ||
    creatorOfItems(context.document, resource) === undefined
  )
    return
  await resultIfRun(() => context.pool.items.shared(resource))
}

function describe(operation: OperationDescriptor, key: string): string {
  const types = Object.keys(operation.responses[key]?.content ?? {})
  return types.length === 0 ? key : `${key} ${types.join(', ')}`
}

/**
 * True for an error response that even a valid request can get, because of the server's state, the caller, or
 * values that no schema lists.
 */
function mayBeRefused(operation: OperationDescriptor, answer: Answer, document: DocumentDescriptor): boolean {
  return (
    new Refusal(answer, operation).mayBeAbout('state', 'precondition', 'conflict') ||
    wantsUpgrade(operation, answer) ||
    isResponseSwitchedOff(operation, answer.status) ||
    isAboutContent(operation, answer, document) ||
    isAboutState(operation, answer) ||
    (isRefusal(answer) && operation.effect?.conditional === true)
  )
}

/**
 * True if a documented error response is probably about an item's state, because the operation has no body.
 * For example, a fixed part of an item, such as its history or its icon, might not exist yet.
 * @see RFC 9110, 15.5.21
 */
function isAboutState(operation: OperationDescriptor, answer: Answer): boolean {
  const { status, headers } = answer
  const { requestBody, responses, method, path, list } = operation
  if (requestBody !== undefined || !isDocumented(operation, answer)) return false
  const isPart = !path.endsWith('}') && list === undefined
  const media = Object.keys(responses[status]?.content ?? {})
  const isAsDocumented =
    media.length === 0 || media.includes(mediaTypeEssence(headers.get('content-type') ?? ''))
  const mayLack = method === 'DELETE' || (method === 'GET' && (path.includes('{') || isAsDocumented))
  return (
    new Refusal(answer, operation).certaintyOf('content') === 'known' ||
    (isAbsence(answer) && isPart && mayLack)
  )
}

/** True if the server wants another protocol, such as WebSocket. */
function wantsUpgrade(operation: OperationDescriptor, answer: Answer): boolean {
  return answer.status === 426 || new Refusal(answer, operation).certaintyOf('protocol') === 'stated'
}

/**
 * True if the request may have been rejected because of its content, such as a wrong password or the name of
 * something that does not exist. No schema lists the valid values.
 */
function isAboutContent(
  operation: OperationDescriptor,
  answer: Answer,
  document: DocumentDescriptor,
): boolean {
  const { path, resource, requestBody } = operation
  if (!isDocumented(operation, answer) || !hasContent(operation)) return false
  const namesOthers =
    !path.includes('{') ||
    (resource?.role === 'action' && requestBody !== undefined) ||
    membersNamedAfterResources(operation, document).length > 0
  return new Refusal(answer, operation).isAbout('caller') || (isAbsence(answer) && namesOthers)
}

function hasContent({ requestBody, parameters = [] }: OperationDescriptor): boolean {
  return requestBody !== undefined || parameters.some(({ in: location }) => location === 'query')
}

/**
 * True if the document declares the error status for a body that matches its schema. Either the server or the
 * schema is wrong, and only their owner knows which.
 */
function isDocumentedRefusal(operation: OperationDescriptor, answer: Answer): boolean {
  const isOfContent = new Refusal(answer, operation).mayBeAbout('content')
  return operation.requestBody !== undefined && isOfContent && isDocumented(operation, answer)
}

/**
 * True if a rejected body was not an example from the document, but was created from a schema that does not
 * determine its values, or is a JSON Patch, whose paths into an item can only be guessed.
 */
function isGuesswork(document: DocumentDescriptor, { operation, body }: RequestPlan): boolean {
  if (body === undefined) return false
  const { schema, examples = [] } = documentedBodyMedia(operation, body.mediaType)
  const isShown = examples.some((example) => isKeptValue(example, body.value))
  return !isShown && (leavesConformanceOpen(schema, document) || isJsonPatch(body.mediaType))
}

/** Roles of operations that can be repeated, because one more such write does no harm. */
const REPEATABLE = ['create', 'update', 'replace']

/**
 * Reports a response that no valid request should get. If a property of the body causes it, the finding names
 * the property.
 */
async function unexpected(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, answer, binding }: Call,
): Promise<Verdict> {
  const { status, exchange } = answer
  const sent = plan.body && { ...plan.body, value: answerJsonOfText(exchange.request.body ?? '') }
  const smallest =
    sent === undefined || !REPEATABLE.includes(operation.resource?.role ?? '')
      ? undefined
      : await smallestBody(context, operation, {
          plan: { ...plan, body: sent },
          at: { binding },
          isSame: (other) => other.status === status,
        })
  const { member } = smallest ?? {}
  if (member !== undefined && isAbsence(answer) && isIdentifyingName(member))
    return new NotRun({ kind: 'member names nothing', operation: operation.operationId, status, member })
  return [unexpectedStatus(context, operation, { answer: smallest?.answer ?? answer, member })]
}

/** Reports that a request without optional parts was rejected. */
function needless(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, names }: NonNullable<Call['withoutOptional']>,
): Finding {
  return unexpectedStatus(context, operation, { answer, without: names })
}

/**
 * @param request.member a body property without which the request succeeds.
 * @param request.without names omitted from the request.
 */
function unexpectedStatus(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    answer,
    member,
    without,
  }: { readonly answer: Answer } & Pick<Fact<'unexpected status'>, 'member' | 'without'>,
): Finding {
  return context.finding({
    operation,
    answer,
    clause: clauseOfSuccess(operation),
    breaks: rules.success,
    brokenInBase: (base) => !isExpected(base, answer.status),
    expecting: 'success',
    fact: {
      ...{ kind: 'unexpected status', wanted: documentedSuccessKeys(operation) },
      isLoose: isDocumentedRefusal(operation, answer),
      ...(member !== undefined && { member }),
      ...(without !== undefined && { without }),
    },
  })
}
