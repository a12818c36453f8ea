import { type OperationDescriptor, operationAsWritten } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { idPathOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { creatorOfItems } from '../../../data/document/resource-lookup.ts'
import { documentsReplacement } from '../../../data/document/response-key.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { neededResult } from '../../../data/outcome/missing.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import { isReferenceName } from '../../../lexicon/lexicon.ts'
import { asFixture, type Call, type Item, succeededCall } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { isSameToClients } from '../../evidence/client-members.ts'
import { type Field, lossesOf, shownFieldText, visibleFields } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

/** A PUT returns this status only if it created something. @see RFC 9110, 9.3.4 */
const CREATED = 201

/**
 * Checks that a PUT stores the values that were sent, both the first and the second time, and does not keep
 * values that were omitted.
 * @see RFC 9110, 9.3.4
 */
export async function checkReplace(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Finding[]> {
  const item = await context.pool.items.create(context.pool.resourceFor(operation))
  const { requests } = context.pool
  const plan = requests.plan(operation, item.binding, 'full')
  const made = requests.value(jsonBody(operation)?.schema, { variant: 'full', hint: 'body' })
  const put = await putFull(context, operation, {
    item,
    plan,
    bodies: [made, plan.body?.value].map((value) => withIdentity(value, item)),
  })
  if ('refused' in put) return createdOnly(context, operation, { item, refused: put.refused })
  const { sent, full } = put
  const once = await observeItem(context, item)
  // One of the values, such as "archived", can hide the item, which then cannot be compared.
  if (once.value === undefined)
    throw new NotRun({
      kind: 'answered after',
      operation: once.by.operationId,
      status: once.answer.status,
      after: operation.operationId,
    })
  const fields = visibleFields(context, operation, once.by)
  const lost = lossesOf(fields, { sent, received: once.value, where: 'when read again' })
  const findings = lost.map(({ name: _, ...violation }) =>
    context.finding({ operation, answer: once.answer, ...violation, breaks: rules.replaced }),
  )
  const again = await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending: full })
  const twice = await observeItem(context, item)
  return [
    ...findings,
    ...checkAgain(context, operation, { answer: again.answer, fields, values: [once.value, twice.value] }),
    ...(await checkOmitted(context, operation, { item, fields, before: twice.value, sent })),
  ]
}

/** Checks that repeating the same replacement creates nothing and changes nothing. */
function checkAgain(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    answer: again,
    fields,
    values,
  }: {
    readonly answer: Answer
    readonly fields: readonly Field[]
    /** The item after the first replacement and after the second. */
    readonly values: readonly [unknown, unknown]
  },
): Finding[] {
  const report = (violation: Pick<KnownViolation, 'clause' | 'breaks' | 'fact'>): Finding =>
    context.finding({ operation, answer: again, ...violation })
  const findings: Finding[] = []
  if (again.status === CREATED && documentsReplacement(operation))
    findings.push(
      report({
        clause: pointerBelow(operation.pointer, 'responses'),
        breaks: rules['replaced-status'],
        fact: { kind: 'replaced as new' },
      }),
    )
  const changed = fields.filter(({ name }) => !isSettled(name, values, again))
  if (!isSuccess(again) || changed.length > 0) {
    findings.push(
      report({
        clause: pointerBelow(operation.pointer, 'requestBody'),
        breaks: rules.idempotent,
        fact: {
          kind: 'not idempotent',
          members: changed.map(({ name }) => name),
          ...(!isSuccess(again) && { status: again.status }),
        },
      }),
    )
  }
  return findings
}

/**
 * Sends a PUT with as many properties as possible. If this request refers to other items and is rejected,
 * sends another one with references to existing items, which the server might require.
 * @returns the refusal if no PUT succeeds.
 */
async function putFull(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    item,
    plan,
    bodies: [made, second],
  }: { readonly item: Item; readonly plan: RequestPlan; readonly bodies: readonly unknown[] },
): Promise<{ readonly sent: unknown; readonly full: RequestPlan } | { readonly refused: Call }> {
  const at = asFixture(item)
  const full = requestWithBody(plan, made)
  const first = await context.attempt(operation, { expecting: 'either', at, sending: full })
  if (isSuccess(first.answer)) return { sent: made, full }
  if (!context.pool.requests.namesOthers(full)) return { refused: first }
  const fitting = requestWithBody(plan, second)
  const call = await context.attempt(operation, { expecting: 'either', at, sending: fitting })
  return isSuccess(call.answer) ? { sent: second, full: fitting } : { refused: call }
}

/**
 * Reports a PUT that creates an item, but rejects the same request once the item exists, although the
 * document says that it also replaces items.
 * @throws NotRun if the operation was rejected for another reason.
 */
async function createdOnly(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, refused }: { readonly item: Item; readonly refused: Call },
): Promise<Finding[]> {
  const creator = creatorOfItems(context.document, item.resource)?.operationId
  const isNamed = creator === operation.operationId && documentsReplacement(operation)
  const again = isNamed ? await context.budget.makeSure(() => putAgain(context, operation)) : undefined
  if (again === undefined) {
    neededResult(succeededCall(refused))
    return []
  }
  return [
    context.finding({
      ...{ operation, answer: again, breaks: rules.idempotent },
      clause: pointerBelow(operation.pointer, 'requestBody'),
      fact: { kind: 'not idempotent', members: [], status: again.status },
    }),
  ]
}

/** The refusal of the request that just created an item; `undefined` if it succeeds again. */
async function putAgain(context: CheckContext, operation: OperationDescriptor): Promise<Answer | undefined> {
  const item = await context.pool.items.create(context.pool.resourceFor(operation))
  const sending = context.pool.requests.best(operation, item.binding)
  const attempt = { expecting: 'either', at: asFixture(item), isAgain: true, sending } as const
  const { answer } = await context.attempt(operation, attempt)
  return !isSuccess(answer) && new Refusal(answer).mayBeAbout('content', 'conflict') ? answer : undefined
}

/**
 * The body with the identity of the item in the path. A body with another identity would contradict the path.
 */
function withIdentity(value: unknown, item: Item): unknown {
  const name = idPathOf(item.resource)?.[0]
  if (name === undefined || !isObject(value) || !Object.hasOwn(value, name)) return value
  const known = isObject(item.value) ? item.value[name] : undefined
  return { ...value, [name]: known ?? (typeof value[name] === 'string' ? boundItemName(item) : value[name]) }
}

/**
 * True if both replacements left the same value. A property that could be a record of the second replacement,
 * such as a version, is allowed to differ.
 */
function isSettled(name: string, [once, twice]: readonly [unknown, unknown], answer: Answer): boolean {
  const areItems = isObject(once) && isObject(twice)
  return isUnchanged(name, once, twice) || (areItems && isSameToClients(once[name], twice[name], answer))
}

function isUnchanged(name: string, before: unknown, after: unknown): boolean {
  return isObject(before) && isObject(after) && isKeptValue(before[name], after[name])
}

interface Omission {
  readonly item: Item
  readonly fields: readonly Field[]
  readonly before: unknown
  readonly sent: unknown
}

/**
 * Checks that a property that is omitted does not keep its value. A value that could be a default proves
 * nothing.
 */
async function checkOmitted(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, fields, before, sent }: Omission,
): Promise<Finding[]> {
  // HTTP does not define the effect of omitted members in a POST.
  if (operationAsWritten(operation).method !== 'PUT') return []
  const body = jsonBody(operation)
  const { required } = schemaIn(context.document, body?.schema)
  const optional = fields.filter(
    ({ name }) => !required.has(name) && isObject(sent) && Object.hasOwn(sent, name),
  )
  if (body === undefined || optional.length === 0) return []
  const value = context.pool.requests.value(body.schema, { variant: 'required', hint: 'body' })
  const plan = context.pool.requests.plan(operation, item.binding, 'empty')
  // References are kept.
  const references = isObject(value) && isObject(sent) ? valuesThatStay(value, sent) : {}
  const sending = requestWithBody(plan, isObject(value) ? { ...value, ...references } : value)
  const { answer } = await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })
  if (!isSuccess(answer)) return []
  const after = await observeItem(context, item)
  return optional
    .filter(
      ({ name, schema, visible }) =>
        isUnchanged(name, before, after.value) &&
        !isDefault(schema, isObject(before) ? visible(before[name]) : undefined),
    )
    .map(({ name, clause }) =>
      context.finding({
        operation,
        answer,
        clause,
        breaks: rules.omitted,
        cause: { kind: 'member', name, behaviour: 'keeps what a replacement omits' },
        fact: {
          ...{ kind: 'kept by replacement', member: name },
          received: shownFieldText(isObject(after.value) ? after.value[name] : undefined),
        },
      }),
    )
}

/** Values of the properties that could be references, as they were sent and accepted. */
function valuesThatStay(value: object, sent: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(value).filter((name) => isReferenceName(name) && Object.hasOwn(sent, name))
  return Object.fromEntries(names.map((name) => [name, sent[name]]))
}

const FALLBACKS: ReadonlySet<unknown> = new Set([null, undefined, false, true, '', 0])

/**
 * True for a value that a server could use as its default: the documented default, a boolean, a listed or
 * empty value, 0, or an object with only such values.
 */
function isDefault(schema: Schema, value: unknown): boolean {
  const { keywords } = schema
  if (keywords.enum !== undefined || isKeptValue(keywords.default, value)) return true
  if (!isObject(value)) return FALLBACKS.has(value) || (Array.isArray(value) && value.length === 0)
  return Object.entries(value).every(([name, member]) => isDefault(schema.property(name), member))
}
