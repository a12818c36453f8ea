import {
  type DocumentDescriptor,
  documentedRefusals,
  isSafe,
  mayRefuseFor,
  type OperationDescriptor,
  operationAsWritten,
  type ParameterDescriptor,
  type RefusalSubject,
  type ResourceDescriptor,
  successSchema,
} from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { type PathBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import {
  creatorOfItems,
  findResource,
  isNamedByPath,
  isResourceBelowTemplate,
  namedResource,
  operationById,
  resourceByName,
} from '../../../data/document/resource-lookup.ts'
import {
  documentedResponseFor,
  isMadeByPut,
  isUndocumentedClientError,
  keysInsteadOfClientError,
} from '../../../data/document/response-key.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import {
  type Answer,
  isCrash,
  isRefusal,
  isSuccess,
  isToldFailure,
  isUnavailableAnswer,
  meantStatus,
} from '../../../data/exchange/answer.ts'
import type { Cause } from '../../../data/outcome/cause.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { allVerdicts, NotRun, resultOrNotRun } from '../../../data/outcome/not-run.ts'
import { calls, contents, lowerWordsOf, nameWithinService } from '../../../lexicon/lexicon.ts'
import { isHarmlessSearch } from '../../../world/items/guard/permission.ts'
import type { Check, CheckContext } from '../../check.ts'
import { baselineUnavailable } from '../../evidence/valid-baseline.ts'
import { undocumentedStatusFault } from '../../not-documented.ts'
import { inspectResponse } from '../../response.ts'
import { isDocumentedRefusal, rejectsOnlyMethod, TOLD_WITH_SUCCESS } from '../../wrong-requests/refusal.ts'
import { checkBelowAbsent } from './below-absent.ts'
import { checkElsewhere, UNVALIDATED_PARENT } from './elsewhere.ts'
import {
  bindingToProbe,
  type Probe,
  placeholderBindings,
  probedPathParameters,
  probedTemplate,
  unknownBindings,
  zeroBindings,
} from './probes.ts'
import { rules } from './rules.ts'

/** A server that responds without looking up the item in the path is assumed to do so in all operations. */
const UNVALIDATED_ID: Cause = { kind: 'unvalidated', what: 'what the path names' }

/** An unknown id is the client's error, so it must never cause a server error. */
export const unknownId: Check = {
  code: 'unknown-id',
  description:
    'For each path parameter, an unknown value and a malformed value both get a documented 4xx, never a server error. Lists, reads and writes below a parent agree on which items it has.',
  assertions: Object.values(rules),
  example: '`GET /pets/unknown` returns 500.',
  fix: 'Document and return 404 for unknown ids, and 400, 404 or 422 for malformed ones.',
  applies: (operation) => operation.parameters?.some((parameter) => parameter.in === 'path') ?? false,
  title: (operation) =>
    `an unknown or malformed ${probedPathParameters(operation)
      .map(({ name }) => name)
      .join(', ')} is refused with a documented 4xx`,
  async run(context, operation) {
    const binding = await bindingToProbe(context, operation)
    const probes = [
      ...unknownBindings(context, operation, binding),
      ...(await zeroBindings(context, operation, binding)),
      ...placeholderBindings(context, operation, binding),
    ].filter(({ probe }) => !isChosen(context, operation, probe.parameter))
    if (probes.length === 0) throw new NotRun({ kind: 'all names known', operation: operation.operationId })
    const send = async (sent: { readonly probe: Probe; readonly binding: PathBinding }): Promise<Answer> => {
      const { parameter, inQuery } = sent.probe
      const plan = inQuery === undefined ? undefined : context.pool.requests.best(operation, sent.binding)
      const sending = plan && { ...plan, query: { ...plan.query, [parameter.name]: inQuery } }
      const at = { binding: sent.binding }
      return (await context.attempt(operation, { expecting: 'refusal', at, ...(sending && { sending }) }))
        .answer
    }
    const tried = await context.together(probes, async (sent) => {
      const answer = await resultOrNotRun(() => send(sent))
      return answer instanceof NotRun ? answer : { ...sent, answer }
    })
    const atOnce = tried.flatMap((sent) => (sent instanceof NotRun ? [] : [sent]))
    const [why] = tried
    // A request may be blocked because the server has ignored the name in an earlier one.
    if (why instanceof NotRun && atOnce.length === 0) return why
    const unavailable = atOnce.find(({ answer }) => isUnavailableAnswer(answer))
    if (unavailable !== undefined) return baselineUnavailable(operation, unavailable.answer)
    const findings: Finding[] = []
    for (const { probe, binding: somewhere, answer: first } of atOnce) {
      // Concurrent requests can interfere with each other, so a crash counts only if the request also causes
      // it on its own.
      const mayBeRace = isCrash(first) && probes.length > 1
      const answer = mayBeRace ? await send({ probe, binding: somewhere }) : first
      findings.push(...judge(context, operation, { probe, answer, binding }))
    }
    const elsewhere = await checkElsewhere(context, operation)
    return allVerdicts([findings, elsewhere, await checkBelowAbsent(context, operation)])
  },
}

function judge(
  context: CheckContext,
  operation: OperationDescriptor,
  { probe, answer, binding }: { probe: Probe; answer: Answer; binding: PathBinding },
): Finding[] {
  const { parameter, value, kind } = probe
  const { document } = context
  const namesItem = identifiesSomething(document, { operation, parameter, binding })
  // If the value is a function's argument rather than an item's name, only a server error is wrong.
  const isJudged = namesItem && (probe.isLoose !== true || (probe.inQuery !== undefined && isSuccess(answer)))
  const broken = (candidate: OperationDescriptor): boolean =>
    isJudged ? !isAcceptable(candidate, document, { probe, answer }) : answer.status >= 500
  if (!broken(operation))
    return meantStatus(answer) >= 400 && probe.isLoose !== true
      ? inspectResponse(context, operation, answer)
      : []
  const keysOf = kind === 'unknown' ? absenceKeys : refusalKeys
  const wanted = namesItem ? keysOf(operation, document) : []
  return [
    context.finding({
      operation,
      answer,
      clause: answer.status >= 500 ? operation.pointer : pointerBelow(operation.pointer, 'responses'),
      breaks: rules.refusal,
      brokenInBase: broken,
      expecting: 'refusal',
      fact: isUndocumentedClientError(operation, answer.status)
        ? {
            kind: 'unknown name refused otherwise',
            wanted: keysInsteadOfClientError(operation),
            probe: kind,
          }
        : {
            kind: 'unknown name',
            wanted,
            probe: kind,
            parameter: parameter.name,
            value,
            inQuery: probe.inQuery,
          },
      ...(isSuccess(answer) && {
        cause: isParent(operation, parameter) ? UNVALIDATED_PARENT : UNVALIDATED_ID,
      }),
      ...(isToldFailure(answer) && { cause: TOLD_WITH_SUCCESS }),
      ...undocumentedStatusFault(operation, answer.status),
    }),
  ]
}

/** True if a path parameter identifies an item, or a part of one. */
function identifiesSomething(
  document: DocumentDescriptor,
  {
    operation,
    parameter,
    binding,
  }: {
    readonly operation: OperationDescriptor
    readonly parameter: ParameterDescriptor
    readonly binding: PathBinding
  },
): boolean {
  const template = probedTemplate(operation, parameter)
  if (template === undefined) return false
  // A value that the run created identifies something, even if it is only part of an item, such as a line of
  // an order.
  if (binding.get(template.key)?.origin === 'created') return true
  const resource = findResource(document, template)
  if (resource !== undefined) return hasItems(document, resource)
  const isElsewhere = (resource: ResourceDescriptor): boolean =>
    !isResourceBelowTemplate(resource, template.key)
  // A read of no item, for which no absence is documented, can compute its response from any names.
  const mayCompute = operation.resource === undefined && documentedRefusals(operation, 'absence').length === 0
  return !mayCompute && namedResource(template.name, document, isElsewhere) !== undefined
}

/**
 * False if the values in a collection's paths are only read, and the collection's own response is no list:
 * "GET /hex" for "GET /hex/{bytes}", which converts any value.
 */
function hasItems(document: DocumentDescriptor, { operations }: ResourceDescriptor): boolean {
  const { list, read: _, ...writes } = operations
  const own = operationById(document, list)
  const isOther = own !== undefined && own.list === undefined && successSchema(own) !== undefined
  return Object.keys(writes).length > 0 || !isOther
}

function isParent({ path }: OperationDescriptor, { name }: ParameterDescriptor): boolean {
  return !path.endsWith(`{${name}}`)
}

/**
 * True for a documented 4xx, for any 4xx if none is documented, and for a 405, because nothing looked at the
 * name. For some kinds of names, other responses are acceptable too.
 */
function isAcceptable(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
  { probe: { parameter, kind }, answer }: { probe: Probe; answer: Answer },
): boolean {
  const { status } = answer
  if (isRefusal(answer))
    return (
      refusalKeys(operation, document).length === 0 ||
      isDocumentedRefusal(operation, answer) ||
      rejectsOnlyMethod(answer)
    )
  if (kind !== 'unknown') return false
  const isAtEnd = operation.path.endsWith(`{${parameter.name}}`)
  if (isAtEnd && isMadeByPut(operation, status)) return true
  if (!isSuccess(answer)) return false
  if (startsWhatIsMissing(operation) || (isAtEnd && mayTakeUnused(operation, document))) return true
  const documentsAbsence = refusalKeys(operation, document, ['absence']).length > 0
  return !documentsAbsence && isLenient(operation, answer, { isAtEnd, document })
}

/**
 * True if a success is the right response to an unused name at the end of a path, because the request creates
 * the item, or is a removal that can be repeated.
 */
function mayTakeUnused(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const isGone =
    operation.method === 'DELETE' && (operation.idempotent === true || isOfSet(operation, document))
  return makesWhatIsMissing(operation) || isMadeBelow(operation, document) || isGone
}

/** True if the operation's name says that it creates a missing item: "createOrUpdateSecret", "upsert_pet". */
function makesWhatIsMissing({ method, operationId }: OperationDescriptor): boolean {
  if (isSafe(method) || method === 'DELETE') return false
  const words = lowerWordsOf(nameWithinService(operationId))
  return words.includes('upsert') || (words.includes('or') && words.some((word) => calls.creating.has(word)))
}

/** True if the operation's name says that it also starts or creates its item: "SignalWithStartWorkflow". */
function startsWhatIsMissing({ method, operationId }: OperationDescriptor): boolean {
  const words = lowerWordsOf(nameWithinService(operationId))
  const at = words.indexOf('with')
  const next = words[at + 1] ?? ''
  return !isSafe(method) && at > 0 && (next === 'start' || calls.creating.has(next))
}

/** True if a success proves nothing about an unused name. */
function isLenient(
  operation: OperationDescriptor,
  answer: Answer,
  { isAtEnd, document }: { readonly isAtEnd: boolean; readonly document: DocumentDescriptor },
): boolean {
  const { method, list } = operation
  if (list !== undefined || method === 'DELETE' || method === 'PUT') return true
  if (isAtEnd && method === 'POST') return true
  const isRead = isHarmlessSearch(operation) || (isAtEnd && method === 'GET')
  return isRead && (listsNothing(answer.value) || leavesListsOut(operation, answer, document))
}

/**
 * True if a PUT is the only way to create items below another item, so that the last name in the path can be
 * new.
 */
function isMadeBelow(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const { method, path, operationId, resource } = operation
  const creator = creatorOfItems(document, resourceByName(document, resource?.name))
  return method === 'PUT' && pathTemplates(path).length > 1 && creator?.operationId === operationId
}

/**
 * True if a name is only an element of a set. Removing a missing element leaves the set as requested.
 * @see RFC 9110, 9.2.2
 */
function isOfSet({ resource }: OperationDescriptor, document: DocumentDescriptor): boolean {
  const creator = creatorOfItems(document, resourceByName(document, resource?.name))
  return creator?.method === 'PUT' && creator.requestBody === undefined
}

/**
 * True if a response to a method other than GET lacks all of its documented lists. The JSON format of
 * Protocol Buffers omits empty lists.
 */
function leavesListsOut(
  operation: OperationDescriptor,
  { value }: Answer,
  document: DocumentDescriptor,
): boolean {
  if (operationAsWritten(operation).method === 'GET') return false
  const members = [...shownProperties(operation, document)].filter(([, { values }]) => values.areLists)
  return members.length > 0 && members.every(([name]) => memberOf(value, name) === undefined)
}

/** True for an empty list, an object whose lists are all empty, and one that only counts nothing. */
function listsNothing(value: unknown): boolean {
  const parts = isObject(value) ? Object.values(value) : [value]
  const lists = parts.filter((part) => Array.isArray(part))
  const isZero = isObject(value) && parts.length > 0 && parts.every((part) => part === 0 || part === '0')
  return isZero || (lists.length > 0 && lists.every((list) => list.length === 0))
}

/** Reasons to reject an id: it is unknown or malformed. */
const ABOUT_AN_ID: readonly RefusalSubject[] = ['absence', 'content']

/**
 * Returns the documented 4xx responses that can concern an id. An error response that a framework adds to
 * every operation, even to those without an id in the path, is excluded.
 */
function refusalKeys(
  operation: OperationDescriptor,
  { operations }: DocumentDescriptor,
  subjects = ABOUT_AN_ID,
): readonly string[] {
  const isByRote = (key: string): boolean =>
    operations.some(({ path }) => !path.includes('{')) &&
    operations.every(({ responses }) => responses[key] !== undefined)
  return documentedRefusals(operation, ...subjects).filter((key) => !isByRote(key))
}

/**
 * Returns the documented responses that can concern a well-formed unknown id. An error response that is
 * documented for every operation with input comes from a framework, and means that the input does not match
 * its schema.
 */
function absenceKeys(operation: OperationDescriptor, document: DocumentDescriptor): readonly string[] {
  const taking = document.operations.filter(
    ({ parameters = [], requestBody }) => parameters.length > 0 || requestBody !== undefined,
  )
  const isOfInput = (key: string): boolean =>
    mayRefuseFor(Number(key), 'content') &&
    taking.some(({ path }) => !path.includes('{')) &&
    taking.every(({ responses }) => responses[key] !== undefined)
  return refusalKeys(operation, document).filter((key) => !isOfInput(key))
}

/**
 * True if no value of the parameter can be unknown, because the caller chooses the item's name or sends
 * arbitrary content.
 */
function isChosen(
  { document }: CheckContext,
  operation: OperationDescriptor,
  parameter: ParameterDescriptor,
): boolean {
  const resource = resourceByName(document, operation.resource?.name)
  const isLast = probedTemplate(operation, parameter)?.key === pathTemplates(operation.path).at(-1)?.key
  // Content can be anything, unless a documented 404 says that it can be unknown.
  const isContent = contents.has(parameter.name) && documentedResponseFor(operation, 404) === undefined
  return isContent || (resource !== undefined && isLast && isNamedByPath(operation, resource))
}
