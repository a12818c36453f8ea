import {
  type DocumentDescriptor,
  idempotencyKeyOf,
  isIdempotencyKey,
  type OperationDescriptor,
  type ResourceDescriptor,
} from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { parameterClause } from '../../../data/document/clause.ts'
import { idPathOf, itemIdOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { requestKeyInBody } from '../../../data/document/reference.ts'
import { isNamedByPath, operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { descriptions, snakeCase } from '../../../lexicon/lexicon.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { Attempt } from '../../attempt.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { fieldClause, visibleFields } from '../../evidence/fields.ts'
import type { PerformedWrite } from '../../evidence/performed-write.ts'
import { rules } from './rules.ts'

const CREATED = 201

/**
 * Checks that two equal requests that both get a 201 create two items, because a 201 means that something was
 * created. A server that returns the first item again must respond with 200 or 409, or document this
 * behavior.
 * @see RFC 9110, 15.3.2
 */
export async function checkDuplicateCreate(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, answer, item }: PerformedWrite,
): Promise<Verdict> {
  const id = item === undefined ? undefined : itemIdOf(item.resource, answer.value)
  if (item === undefined || id === undefined || answer.status !== CREATED) return nothingCompared()
  const { resource } = item
  if (mayFindAgain(context, operation, { plan, resource, id })) return nothingCompared()
  const { answer: second } = await context.attempt(operation, {
    expecting: 'either',
    at: { binding: item.binding },
    sending: plan,
  })
  if (second.status !== CREATED) return nothingCompared()
  if (itemIdOf(resource, second.value) !== id) return []
  // A Location identifies the created item better than a body does, so different Locations mean different
  // items.
  if (second.headers.get('location') !== answer.headers.get('location')) return []
  return [
    context.finding({
      operation,
      answer: second,
      clause: pointerBelow(operation.pointer, 'responses'),
      breaks: rules['repeated-create'],
      fact: { kind: 'created nothing', id },
      beside: [answer],
    }),
  ]
}

/**
 * True if a create is allowed to return the earlier item for the same request, because of its name or a key,
 * or because this is documented.
 */
function mayFindAgain(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    plan,
    resource,
    id,
  }: { readonly plan: RequestPlan; readonly resource: ResourceDescriptor; readonly id: string },
): boolean {
  const { written = [] } = resource.envelopes?.[operation.operationId] ?? {}
  const isNamed =
    isNamedByClient(valueAt(plan.body?.value, written), { resource, id }) ||
    isNamedByPath(operation, resource)
  const isKeyed =
    Object.keys(plan.header ?? {}).some(isIdempotencyKey) || keyOf(context, operation) !== undefined
  const isPromised = operation.idempotent === true || descriptions.findsAgain(operation.summary ?? '')
  return isNamed || isKeyed || isPromised
}

/**
 * True if a body contains the property that identifies the item, or a property that is named after the path
 * parameter and has the item's id as its value, such as "member_id" for "/groups/7/members/{member_id}".
 */
function isNamedByClient(
  body: unknown,
  { resource, id }: { readonly resource: ResourceDescriptor; readonly id: string },
): boolean {
  const { idParameter } = resource
  const [own] = idPathOf(resource) ?? []
  const isInPath = (name: string, value: unknown): boolean =>
    idParameter !== undefined && snakeCase(name) === snakeCase(idParameter) && String(value) === id
  return isObject(body) && Object.entries(body).some(([name, value]) => name === own || isInPath(name, value))
}

/**
 * Checks an idempotency key, which identifies one request by one caller: a repetition of the request creates
 * nothing more, a different request is not treated as a repetition, and no other caller gets its response.
 * The items need no paths, because the identifiers in the responses tell them apart.
 * @see draft-ietf-httpapi-idempotency-key-header, 2
 */
export async function checkIdempotencyKey(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, item, binding }: PerformedWrite,
): Promise<Verdict> {
  const key = keyOf(context, operation)
  if (key === undefined) return nothingCompared()
  const resource = item?.resource ?? context.pool.resourceFor(operation)
  const at = { binding: item?.binding ?? binding }
  const send = async (sending: RequestPlan): Promise<Answer> =>
    (await context.attempt(operation, { expecting: 'either', at, sending })).answer
  const sending = key.give(plan, newKey(context, key.schema))
  const first = await send(sending)
  const id = itemIdOf(resource, first.value)
  if (!isSuccess(first) || id === undefined) return nothingCompared()
  const keyed = { key, first, id, resource }
  const again = await send(sending)
  if (isSuccess(again) && !isFirst(keyed, again))
    return [createdTwice(context, operation, { keyed, answer: again })]
  const atOnce = key.give(plan, newKey(context, key.schema))
  const pair = await context.race([1, 2], () => send(atOnce))
  const together = checkPair(context, operation, { key, resource, pair })
  if (together !== undefined) return [together]
  const body = otherBody(context, operation, sending)
  const other = body === undefined ? undefined : await send({ ...sending, body })
  const ofBody = checkFirst(context, operation, {
    ...{ keyed, answer: other },
    violation: {
      breaks: rules['idempotency-key'],
      fact: { kind: 'key of another body', header: key.name, id },
    },
  })
  const kept = await refusalUnderKey(context, operation, { plan, key, send })
  const ofRefusal = kept === undefined ? [] : [keptRefusal(context, operation, { keyed, answer: kept })]
  const isOpen = (operation.security ?? []).length === 0
  const foreign = isOpen ? undefined : await sendAsOtherTenant(context, operation, { at, sending })
  const ofCaller = checkFirst(context, operation, {
    ...{ keyed, answer: foreign },
    violation: {
      fact: { kind: 'key of another tenant', header: key.name, id },
      breaks: rules['idempotency-key-of-others'],
    },
  })
  return [...ofBody, ...ofRefusal, ...ofCaller]
}

/** Checks that two simultaneous requests with the same key do not create two items. */
function checkPair(
  context: CheckContext,
  operation: OperationDescriptor,
  { pair: [one, two], ...of }: Pick<KeyedCreate, 'key' | 'resource'> & { readonly pair: readonly Answer[] },
): Finding | undefined {
  const id = itemIdOf(of.resource, one?.value)
  if (one === undefined || two === undefined || id === undefined) return undefined
  const keyed = { ...of, first: one, id }
  const isSecond = isSuccess(one) && isSuccess(two) && !isFirst(keyed, two)
  return isSecond ? createdTwice(context, operation, { keyed, answer: two }) : undefined
}

function createdTwice(
  context: CheckContext,
  operation: OperationDescriptor,
  { keyed, answer }: { readonly keyed: KeyedCreate; readonly answer: Answer },
): Finding {
  const { key, id, resource } = keyed
  const received = itemIdOf(resource, answer.value) ?? 'without an identifier'
  return keyFinding(context, operation, {
    ...{ keyed, answer },
    violation: {
      breaks: rules['idempotency-key'],
      fact: { kind: 'created twice with a key', header: key.name, id, received },
    },
  })
}

/** Reports a key that still returns an earlier error, although a valid request was sent with it. */
function keptRefusal(
  context: CheckContext,
  operation: OperationDescriptor,
  { keyed, answer }: { readonly keyed: KeyedCreate; readonly answer: Answer },
): Finding {
  const fact = { kind: 'key keeps refusal', header: keyed.key.name, status: answer.status } as const
  return keyFinding(context, operation, {
    ...{ keyed, answer },
    violation: { breaks: rules['idempotency-key-mended'], fact },
  })
}

/**
 * Sends an incomplete request and then, with the same key, the valid one.
 * @returns the second response if it repeats the first one's error; otherwise `undefined`, also if the check
 * does not apply.
 */
async function refusalUnderKey(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    plan,
    key,
    send,
  }: {
    readonly plan: RequestPlan
    readonly key: Key
    readonly send: (sending: RequestPlan) => Promise<Answer>
  },
): Promise<Answer | undefined> {
  const sent = plan.body?.value
  const { required } = schemaIn(context.document, jsonBody(operation)?.schema)
  const lacking = isObject(sent)
    ? Object.keys(sent).find((name) => required.has(name) && name !== key.name)
    : undefined
  if (!isObject(sent) || lacking === undefined || !context.asks(rules['idempotency-key-mended']))
    return undefined
  const value = newKey(context, key.schema)
  const { [lacking]: _, ...rest } = sent
  const refused = await send({ ...key.give(requestWithBody(plan, rest), value), isWrong: true })
  if (!isRefusal(refused)) return undefined
  const mended = await send(key.give(plan, value))
  return mended.status === refused.status && mended.text === refused.text ? mended : undefined
}

interface KeyedCreate {
  readonly key: Key
  readonly first: Answer
  readonly id: string
  readonly resource: ResourceDescriptor
}

type KeyViolation = Pick<KnownViolation, 'fact' | 'breaks'>

/** True if a response shows the item that the first request with the key created. */
function isFirst({ resource, id }: KeyedCreate, answer: Answer): boolean {
  return isSuccess(answer) && itemIdOf(resource, answer.value) === id
}

/** Checks the response to another request with the same key, which must not show the first request's item. */
function checkFirst(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    keyed,
    answer,
    violation,
  }: { readonly keyed: KeyedCreate; readonly answer: Answer | undefined; readonly violation: KeyViolation },
): Finding[] {
  return answer !== undefined && isFirst(keyed, answer)
    ? [keyFinding(context, operation, { keyed, answer, violation })]
    : []
}

function keyFinding(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    keyed,
    answer,
    violation,
  }: { readonly keyed: KeyedCreate; readonly answer: Answer; readonly violation: KeyViolation },
): Finding {
  const { key, first } = keyed
  return context.finding({ operation, answer, clause: key.clause, beside: [first], ...violation })
}

/**
 * Location of the key that identifies a repeated request: in a header, or in a property that no response
 * shows.
 */
interface Key {
  readonly name: string
  readonly schema: unknown
  readonly clause: string
  give(plan: RequestPlan, value: unknown): RequestPlan
}

/** True if requests for a create can contain a key that identifies them. */
export function takesIdempotencyKey(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  return keyOf({ document }, operation) !== undefined
}

function keyOf(
  { document }: Pick<CheckContext, 'document'>,
  operation: OperationDescriptor,
): Key | undefined {
  const header = idempotencyKeyOf(operation)
  if (header !== undefined) {
    const { name, schema } = header
    const give = (plan: RequestPlan, value: unknown): RequestPlan => ({
      ...plan,
      header: { ...plan.header, [name]: value },
    })
    return { name, schema, clause: parameterClause(operation, header), give }
  }
  const body = jsonBody(operation)
  if (body === undefined) return undefined
  const whole = schemaIn(document, body.schema)
  const key = requestKeyInBody(operation, document)
  if (key === undefined) return undefined
  const { name, schema } = key
  return {
    ...{
      name,
      schema: schema.written,
      clause: fieldClause(whole, name, pointerBelow(body.clause, 'schema')),
    },
    give: (plan, value) =>
      requestWithBody(plan, { ...(isObject(plan.body?.value) && plan.body.value), [name]: value }),
  }
}

function newKey({ pool, document }: CheckContext, schema: unknown): unknown {
  const usual = pool.requests.value({ type: 'string', format: 'uuid' }, { variant: 'full', hint: 'key' })
  return schemaIn(document, schema).allows(usual)
    ? usual
    : pool.requests.value(schema, { variant: 'full', hint: 'key' })
}

/** The body with a different value for one property; `undefined` if no property can be varied. */
function otherBody(
  context: CheckContext,
  operation: OperationDescriptor,
  { body }: RequestPlan,
): RequestPlan['body'] {
  const sent = body?.value
  if (body === undefined || !isObject(sent)) return undefined
  for (const { name, schema } of visibleFields(context, operation, operation)) {
    if (!Object.hasOwn(sent, name)) continue
    const other = sent[name]
    const value = context.pool.requests.value(schema, { variant: 'full', hint: name, other })
    if (!isKeptValue(value, other)) return { ...body, value: { ...sent, [name]: value } }
  }
  return undefined
}

const OTHER_TENANT = { kind: 'another tenant' } as const

/**
 * The response to the same request from another tenant, whose item is then removed; `undefined` if the
 * request was not possible, for example because there is no other tenant.
 */
async function sendAsOtherTenant(
  context: CheckContext,
  operation: OperationDescriptor,
  attempt: Pick<Attempt, 'at' | 'sending'>,
): Promise<Answer | undefined> {
  return resultIfRun(async () => {
    const call = await context.attempt(operation, { ...attempt, expecting: 'either', as: OTHER_TENANT })
    const remove = operationById(context.document, call.created?.resource.operations.delete)
    // The other tenant has to remove its item, because the run's own credential could not.
    if (call.created !== undefined && remove !== undefined)
      await context.attempt(remove, {
        expecting: 'either',
        as: OTHER_TENANT,
        at: { binding: call.created.binding },
      })
    return call.answer
  })
}
