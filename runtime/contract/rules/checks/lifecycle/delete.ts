import {
  type DocumentDescriptor,
  documentedRefusals,
  type OperationDescriptor,
  operationAsWritten,
  usuallyRefusesFor,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { responseClause } from '../../../data/document/clause.ts'
import { boundItemId, pathTemplates } from '../../../data/document/path-binding.ts'
import {
  creatorOfItems,
  isDocumentedRestore,
  isNamedByPath,
  operationById,
  restorersFor,
} from '../../../data/document/resource-lookup.ts'
import { documentedResponseFor, isOnlyDocumentedRefusal } from '../../../data/document/response-key.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isAbsence, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { NotRun, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { isRetirement } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { visibleFields } from '../../evidence/fields.ts'
import { newRunLog } from '../../evidence/log/run-log.ts'
import { findListed, type Observation, readsPartOf, requestItem } from '../../evidence/observe.ts'
import { type PerformedWrite, sharedWrite } from '../../evidence/performed-write.ts'
import { isReusableByCache } from '../../reuse-by-caches.ts'
import { rules } from './rules.ts'

/** The request was accepted, but has not been completed. @see RFC 9110, 15.3.3 */
const ACCEPTED = 202

/**
 * Checks that a deleted item is gone: it can no longer be read, no list shows it, no change restores it, and
 * deleting it again causes no server error.
 */
export async function checkDelete(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const write = await sharedWrite(context, operation)
  const { plan, answer, item } = write
  if (answer.status === ACCEPTED) throw new NotRun({ kind: 'not done yet', operation: operation.operationId })
  if (isRetirement(operation)) throw new NotRun({ kind: 'only retires', operation: operation.operationId })
  const { findings, isShown } = checkGone(context, operation, write)
  // This comes before the item is deleted again, which would remove a restored item.
  if (item !== undefined && isShown && findings.length === 0)
    findings.push(
      ...(await checkParts(context, operation, write)),
      ...(await checkResurrection(context, operation, item)),
      ...((await resultIfRun(() => checkFreed(context, operation, item))) ?? []),
    )
  const at = item === undefined ? {} : { at: asFixture(item) }
  const { answer: again } = await context.attempt(operation, { expecting: 'either', ...at, sending: plan })
  const isForbidden = isOnlyForbidden(operation, again, write.read)
  if (again.status < 500 && !isForbidden)
    return isShown
      ? findings
      : new NotRun({ kind: 'nothing shows', resource: context.pool.resourceFor(operation).name })
  return [
    ...findings,
    context.finding({
      ...{ operation, answer: again, clause: operation.pointer, breaks: rules['deleted-again'] },
      fact: { kind: 'deleted again refused', status: again.status, isForbidden },
    }),
  ]
}

/**
 * True if the caller, who was allowed to delete the item, is forbidden to delete it again, although the
 * document has a status for missing items, and a read returns it.
 */
function isOnlyForbidden(
  operation: OperationDescriptor,
  { status }: Answer,
  read: PerformedWrite['read'],
): boolean {
  const isForbidden = usuallyRefusesFor(status, 'caller')
  return (
    isForbidden &&
    documentedRefusals(operation, 'absence').length > 0 &&
    read !== undefined &&
    isAbsence(read.answer)
  )
}

/**
 * Findings about reads or lists that still show the item. `isShown` is true if a read or a list exists that
 * would show it.
 */
function checkGone(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, read, after }: PerformedWrite,
): { readonly findings: Finding[]; readonly isShown: boolean } {
  const listed = after && item && findListed(after, item)
  const isNamed = read === undefined || item === undefined || takesName(context, read.by, item)
  const readable = isNamed && !isGoneByCall(read, item) ? checkRead(context, operation, read) : []
  return {
    // If an item can still be read, a list that contains it is not a second fault.
    findings: readable.length > 0 ? readable : checkListed(context, operation, listed),
    isShown: read !== undefined || listed !== undefined,
  }
}

/**
 * True if the schema of an operation's path parameter allows an item's name. If not, a request is rejected
 * because of the name.
 */
function takesName(
  { document }: CheckContext,
  { path, parameters = [] }: OperationDescriptor,
  item: Item,
): boolean {
  const name = pathTemplates(path).at(-1)?.name
  const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema
  const { text } = boundItemId(item.binding, item.resource) ?? {}
  const readings = text === undefined ? [] : [text, Number(text)]
  return text === undefined || readings.some((each) => schemaIn(document, schema).allows(each))
}

/**
 * True if a read with a method other than GET no longer shows the item, because its response is an error or
 * lacks the item's name.
 */
function isGoneByCall(read: Omit<Observation, 'value'> | undefined, item: Item | undefined): boolean {
  if (read === undefined || operationAsWritten(read.by).method === 'GET') return false
  const { text } = (item && boundItemId(item.binding, item.resource)) ?? {}
  const shown = JSON.stringify(read.answer.value ?? null)
  return isRefusal(read.answer) || (text !== undefined && !shown.includes(text))
}

function checkRead(
  context: CheckContext,
  operation: OperationDescriptor,
  read: Omit<Observation, 'value'> | undefined,
): Finding[] {
  if (read === undefined) return []
  const { by, answer } = read
  if (new Refusal(answer, by).mayBeAbout('absence', 'method') || isOnlyDocumentedRefusal(by, answer.status))
    return []
  return [
    context.finding({
      ...{ operation, answer, clause: operation.pointer, breaks: rules.deleted, expecting: 'refusal' },
      fact: {
        kind: 'still there',
        by: by.operationId,
        operation: operation.operationId,
        status: answer.status,
      },
    }),
  ]
}

/** Maximum number of parts of a deleted item that are read. */
const MOST_PARTS = 2

/** Checks that no part of a deleted item is left, such as its document. A list below it may only be empty. */
async function checkParts(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, read }: PerformedWrite,
): Promise<readonly Finding[]> {
  const { document, pool } = context
  if (item === undefined || read === undefined || !isAbsence(read.answer)) return []
  if (mayBeRestored(document, operation) || operation.keepsOthers === true) return []
  const parts = document.operations.filter(
    (part) =>
      readsPartOf(part, item.resource) &&
      part.list === undefined &&
      documentedRefusals(part, 'absence').length > 0,
  )
  for (const part of parts.slice(0, MOST_PARTS)) {
    const answer = await resultIfRun(async () =>
      context.read(pool.requests.best(part, await pool.bindings.around(part, item.binding))),
    )
    if (answer === undefined || !isSuccess(answer) || isReusableByCache(answer)) continue
    const fact: Fact = {
      ...{ kind: 'still there', by: part.operationId, operation: operation.operationId },
      status: answer.status,
    }
    const clause = operation.pointer
    return [context.finding({ operation, answer, clause, breaks: rules.deleted, expecting: 'refusal', fact })]
  }
  return []
}

function checkListed(
  context: CheckContext,
  operation: OperationDescriptor,
  listed: Observation | undefined,
): Finding[] {
  if (listed?.value === undefined || listed.isLikely) return []
  const { by, answer } = listed
  return [
    context.finding({
      ...{ operation, answer, clause: operation.pointer, breaks: rules.deleted },
      fact: { kind: 'still listed', by: by.operationId, operation: operation.operationId },
    }),
  ]
}

/**
 * Checks that a new item can have the strings of a deleted one if they must be unique. Items that can be
 * restored keep their names.
 */
async function checkFreed(
  context: CheckContext,
  operation: OperationDescriptor,
  { resource, binding, value }: Item,
): Promise<readonly Finding[]> {
  const { document, pool, state } = context
  const create = creatorOfItems(document, resource)
  const [conflict] = create === undefined ? [] : state.of(newRunLog).conflictsOf(create)
  const isRestorable = mayBeRestored(document, operation)
  if (create === undefined || conflict === undefined || isRestorable || !context.asks(rules.freed)) return []
  const plan = pool.requests.renewed(create, binding)
  const sent = isObject(plan.body?.value) ? plan.body.value : {}
  const texts = Object.keys(sent).flatMap((name) => {
    const own = isObject(value) ? value[name] : undefined
    return typeof own === 'string' ? [[name, own] as const] : []
  })
  const send = async (body: object): Promise<Answer> => {
    const attempt = { expecting: 'either', at: { binding }, sending: requestWithBody(plan, body) } as const
    return (await context.attempt(create, attempt)).answer
  }
  const answer = await send({ ...sent, ...Object.fromEntries(texts) })
  const isTaken = new Refusal(answer, create).isAbout('conflict') && texts.length > 0
  if (!isTaken || !isSuccess(await send(sent))) return []
  return [
    context.finding({
      ...{ operation, answer, clause: create.pointer, breaks: rules.freed, expecting: 'success' },
      fact: { kind: 'taken by nothing', create: create.operationId },
    }),
  ]
}

/** True if an operation restores the removed items, or any items that its body names. */
function mayBeRestored(document: DocumentDescriptor, operation: OperationDescriptor): boolean {
  return (
    restorersFor(document, operation).length > 0 ||
    document.operations.some((other) => isDocumentedRestore(other) && pathTemplates(other.path).length === 0)
  )
}

const CREATED = 201

/**
 * Checks that no change restores a deleted item. Exceptions are a PUT that responds with 201, and operations
 * that are meant to create items.
 * @see RFC 9110, 9.3.4
 */
async function checkResurrection(
  context: CheckContext,
  operation: OperationDescriptor,
  item: Item,
): Promise<Finding[]> {
  if (!context.asks(rules['stays-deleted'])) return []
  const { update, replace } = item.resource.operations
  const findings: Finding[] = []
  for (const change of [update, replace].map((operationId) => operationById(context.document, operationId))) {
    const isMaker = change !== undefined && creatorOfItems(context.document, item.resource) === change
    if (change === undefined || isMaker || isNamedByPath(change, item.resource)) continue
    const answer = await changeDeleted(context, change, item)
    const mayCreate = change.method === 'PUT' && answer?.status === CREATED
    if (answer === undefined || !isSuccess(answer) || mayCreate) continue
    const read = await requestItem(context, item)
    const isGone = read === undefined || !isSuccess(read.answer)
    if (isGone && isOnlyTaken(change, answer)) continue
    const key = documentedResponseFor(change, 404)?.key
    findings.push(
      context.finding({
        operation,
        answer,
        clause: key === undefined ? change.pointer : responseClause(change, key),
        breaks: rules['stays-deleted'],
        expecting: 'refusal',
        fact: {
          ...{ kind: 'brought back', change: change.operationId, operation: operation.operationId },
          ...{ status: answer.status, isGone },
        },
      }),
    )
  }
  return findings
}

/**
 * True for a success that shows nothing, to a call whose body names the item. The call may only have been
 * queued, and fail later.
 */
function isOnlyTaken({ addressed }: OperationDescriptor, { value }: Answer): boolean {
  return addressed !== undefined && !isObject(value)
}

/**
 * Maximum number of properties that are changed one at a time if the change as a whole was rejected because
 * of its content.
 */
const MOST_ALONE = 2

/** The response to a valid change of a deleted item; `undefined` if no such change can be sent. */
async function changeDeleted(
  context: CheckContext,
  change: OperationDescriptor,
  item: Item,
): Promise<Answer | undefined> {
  return resultIfRun(async () => {
    const whole = context.pool.requests.best(change, item.binding)
    const fields = change.resource?.role === 'update' ? visibleFields(context, change, change) : []
    const alone = fields.slice(0, MOST_ALONE).map(({ name, schema }) => {
      const value = context.pool.requests.value(schema, { variant: 'full', hint: name })
      return requestWithBody(whole, { [name]: value })
    })
    let answer: Answer | undefined
    for (const sending of [whole, ...alone]) {
      const at = { binding: item.binding, item }
      answer = (await context.attempt(change, { expecting: 'either', at, sending })).answer
      // Single properties are tried only if the change may have been rejected because of its content, not
      // because of its item.
      if (!new Refusal(answer, change).mayBeAbout('content', 'media type')) break
    }
    return answer
  })
}
