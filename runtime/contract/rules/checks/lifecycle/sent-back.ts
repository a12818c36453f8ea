import { type OperationDescriptor, operationAsWritten } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { itemAtDocumentedPlace } from '../../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import {
  isCleanVerdict,
  nothingCompared,
  resultOrNotRun,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import { isReferenceName, isSecretMember } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { memberChange, versionMemberToChange } from '../../evidence/changes/changed-member.ts'
import { isSameToClients } from '../../evidence/client-members.ts'
import { fieldClause, requiredBesideChange, shownFieldText } from '../../evidence/fields.ts'
import { isDeniedThoughShown, type Observation, observeItem } from '../../evidence/observe.ts'
import { ownItem } from '../../evidence/own-item.ts'
import { restlessMembers } from '../../evidence/watch/restless.ts'
import { rules } from './rules.ts'

/**
 * Checks that if a client changes nothing, or reads an item and sends all writable properties back, they keep
 * their values, and the server does not reject them as those of another item.
 * @see RFC 9110, 9.3.4
 */
export async function checkUnchangedUpdate(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const body = jsonBody(operation)
  const { role = '' } = operation.resource ?? {}
  if (body === undefined || !['update', 'replace'].includes(role) || !context.asks(rules['sent-back']))
    return nothingCompared()
  return resultOrNotRun(() => compareSentBack(context, operation, body))
}

type Body = NonNullable<ReturnType<typeof jsonBody>>

async function compareSentBack(
  context: CheckContext,
  operation: OperationDescriptor,
  body: Body,
): Promise<Verdict> {
  const { item, seen } = await ownItem(context, operation)
  const schema = schemaIn(context.document, body.schema)
  const before = shown(item, seen)
  const sent = writableMembers(before, schema)
  // A response can contain parts of a property that a request is not allowed to contain, so the value might
  // not be valid in a request.
  if (Object.keys(sent).length === 0 || !schema.allows(sent)) return nothingCompared()
  const plan = context.pool.requests.plan(operation, item.binding, 'empty')
  const send = async (value: object): Promise<Answer> => {
    const sending = requestWithBody(plan, value)
    return (await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })).answer
  }
  const report = (answer: Answer, kind: 'own values taken' | 'shown, not found'): Finding[] => [
    sentBackFinding(context, { operation, answer, kind }),
  ]
  const seenSent = { operation, item, sent, schema, clause: body.clause }
  const ofLittle =
    operation.resource?.role === 'update' ? await checkLittleChanges(context, seenSent, send) : []
  if (!isCleanVerdict(ofLittle)) return ofLittle
  const whole = isObject(before) && schema.allows(before) ? before : sent
  const { answer, ownRefused } = await sendBack(operation, { sent, whole, send })
  if (ownRefused !== undefined) return report(ownRefused, 'own values taken')
  if (isSuccess(answer)) return changedMembers(context, { ...seenSent, answer })
  if (await isDeniedThoughShown(context, item, { operation, answer, body: sent }))
    return report(answer, 'shown, not found')
  const refusal = new Refusal(answer, operation)
  const isTaken =
    refusal.objectsTo('not unique') ||
    (refusal.isAbout('conflict') &&
      (await context.budget.makeSure(() =>
        isOwnTaken(context, operation, { item, sent, schema, refusal, send }),
      )))
  return isTaken ? report(answer, 'own values taken') : nothingCompared()
}

interface Refused {
  readonly operation: OperationDescriptor
  readonly answer: Answer
  readonly kind: 'own values taken' | 'shown, not found'
}

function sentBackFinding(context: CheckContext, { operation, answer, kind }: Refused): Finding {
  return context.finding({
    ...{ operation, answer, breaks: rules['sent-back'], expecting: 'success' },
    clause: pointerBelow(operation.pointer, 'responses'),
    fact: { kind },
  })
}

/** Checks a change of secrets, then a change of nothing, which must also keep the values. */
async function checkLittleChanges(
  context: CheckContext,
  before: Omit<SentBack, 'answer'>,
  send: Send,
): Promise<Verdict> {
  const { operation, item, schema } = before
  const ofHidden = await checkHidden(context, before, send)
  if (!isCleanVerdict(ofHidden) || !schema.allows({})) return ofHidden
  const answer = await send({})
  if (await isDeniedThoughShown(context, item, { operation, answer, body: {} }))
    return [sentBackFinding(context, { operation, answer, kind: 'shown, not found' })]
  return checkNothing(context, { ...before, answer })
}

/**
 * Changes secrets, such as a password. The properties that are shown must not change. Other write-only
 * properties can be a way to change them, as "category_id" is for "category".
 */
async function checkHidden(
  context: CheckContext,
  before: Omit<SentBack, 'answer'>,
  send: Send,
): Promise<Verdict> {
  const hidden = [...before.schema.properties].filter(
    ([name, { keywords, types }]) =>
      keywords.format === 'password' ||
      (keywords.writeOnly === true && types.includes('string') && isSecretMember(name)),
  )
  if (hidden.length === 0 || !context.asks(rules['other-members'])) return []
  const values = hidden.map(([name, schema]) => [
    name,
    context.pool.requests.value(schema, { variant: 'full', hint: name }),
  ])
  const answer = await send({
    ...requiredBesideChange(context, before.operation, before.sent),
    ...Object.fromEntries(values),
  })
  if (!isSuccess(answer)) return []
  return changedMembers(context, { ...before, answer, beside: hidden.map(([name]) => name) })
}

/** Reads an item whose response to a change of nothing shows other values, before these are sent back. */
async function checkNothing(context: CheckContext, given: SentBack): Promise<Verdict> {
  const { operation, item, answer, sent, schema } = given
  const now = isSuccess(answer) ? itemAtDocumentedPlace(item.resource, operation, answer.value) : undefined
  if (!isObject(now)) return []
  const isOther = (name: string): boolean => {
    const [one, other] = [sent[name], now[name]].map((value) => sayable(value, schema.property(name)))
    return Object.hasOwn(now, name) && !isSameToClients(one, other, answer)
  }
  return Object.keys(sent).some(isOther) ? changedMembers(context, given) : []
}

type Send = (value: object) => Promise<Answer>

/**
 * Sends an item back. A PUT first contains all that was read, also what the server determines, because
 * clients change one value of what they read. A server is allowed to reject that, but not as a conflict with
 * the item itself.
 */
async function sendBack(
  operation: OperationDescriptor,
  { sent, whole, send }: { readonly sent: object; readonly whole: object; readonly send: Send },
): Promise<{ readonly answer: Answer; readonly ownRefused?: Answer }> {
  const isWider = Object.keys(whole).length > Object.keys(sent).length
  if (operationAsWritten(operation).method !== 'PUT' || !isWider) return { answer: await send(sent) }
  const first = await send(whole)
  if (isSuccess(first)) return { answer: first }
  const answer = await send(sent)
  const refusal = new Refusal(first, operation)
  const isOwn = isSuccess(answer) && (refusal.objectsTo('not unique') || refusal.isAbout('conflict'))
  return { answer, ...(isOwn && { ownRefused: first }) }
}

/** Maximum number of strings that are tried as the one that the server takes for another item's. */
const MOST_TRIED = 2

/**
 * True if one of an item's own strings causes a conflict: a change of another property succeeds, but not
 * together with the string. A server is allowed to reject a change that changes nothing.
 */
async function isOwnTaken(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    item,
    sent,
    schema,
    refusal,
    send,
  }: Pick<SentBack, 'item' | 'sent' | 'schema'> & {
    readonly refusal: Refusal
    readonly send: Send
  },
): Promise<boolean> {
  const version = versionMemberToChange(context, operation)
  const texts = Object.keys(sent).filter((name) => {
    const isFree = schema.property(name).values.listed === undefined && !isReferenceName(name)
    return isFree && typeof sent[name] === 'string' && name !== version
  })
  const blamed = refusal.blamedOf(texts)
  const tried = texts.toSorted((one, other) => Number(blamed.has(other)) - Number(blamed.has(one)))
  for (const name of tried.slice(0, MOST_TRIED)) {
    const before = shown(item, await observeItem(context, item))
    const { body } = memberChange(context, operation, { item, before, except: name })
    if (!isObject(before) || !isObject(body?.value)) continue
    const own = new Refusal(await send({ ...body.value, [name]: before[name] }), operation)
    if (own.isAbout('conflict') && isSuccess(await send(body.value))) return true
  }
  return false
}

/** The properties of an item that a request can contain, with the values that a read showed. */
function writableMembers(value: unknown, schema: Schema): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return {}
  const names = [...schema.properties].flatMap(([name, { keywords }]) =>
    keywords.readOnly !== true && keywords.writeOnly !== true && Object.hasOwn(value, name) ? [name] : [],
  )
  return Object.fromEntries(names.map((name) => [name, value[name]]))
}

interface SentBack {
  readonly operation: OperationDescriptor
  readonly item: Item
  readonly answer: Answer
  readonly sent: Readonly<Record<string, unknown>>
  readonly schema: Schema
  /** JSON pointer of the body's media type. */
  readonly clause: string
  /** The properties that were sent instead. */
  readonly beside?: readonly string[]
}

/** Reads the item again, and reports properties that no longer have the value that was read, or sent back. */
async function changedMembers(
  context: CheckContext,
  { operation, item, answer, sent, schema, clause, beside }: SentBack,
): Promise<Verdict> {
  const seen = await observeItem(context, item)
  const after = shown(item, seen)
  if (!isObject(after)) return nothingCompared()
  const version = versionMemberToChange(context, operation)
  const changed = Object.keys(sent).filter((name) => {
    const [one, other] = [sent[name], after[name]].map((value) => sayable(value, schema.property(name)))
    return name !== version && !beside?.includes(name) && !isSameToClients(one, other, answer)
  })
  const restless = changed.length === 0 ? new Set() : await restlessMembers(context, item)
  return changed
    .filter((name) => !restless.has(name))
    .map((member) => {
      const values = { before: shownFieldText(sent[member]), received: shownFieldText(after[member]) }
      return context.finding({
        ...{ operation, answer: seen.answer, beside: [answer] },
        clause: fieldClause(schema, member, pointerBelow(clause, 'schema')),
        ...(beside === undefined
          ? {
              breaks: rules['sent-back'],
              fact: { kind: 'sent back, changed', member, sent: values.before, received: values.received },
            }
          : {
              breaks: rules['other-members'],
              fact: { kind: 'member changed beside', member, members: beside, after: 'one', ...values },
            }),
        cause: { kind: 'member', name: member },
      })
    })
}

/**
 * A value from a read in a form that can be sent back, without parts that the server assigns, such as ids.
 */
function sayable(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) return value.map((item: unknown, index) => sayable(item, schema.itemAt(index)))
  if (!isObject(value) || schema.properties.size === 0) return value
  const said = Object.entries(value).filter(
    ([name]) => schema.properties.has(name) && schema.property(name).keywords.readOnly !== true,
  )
  return Object.fromEntries(said.map(([name, member]) => [name, sayable(member, schema.property(name))]))
}

function shown({ resource }: Item, { by, value }: Observation): unknown {
  return by.list === undefined ? itemAtDocumentedPlace(resource, by, value) : value
}
