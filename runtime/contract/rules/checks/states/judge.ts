import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { clientErrorKeys, documentedResponseFor } from '../../../data/document/response-key.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { itemAtDocumentedPlace, shownSchemas } from '../../../data/document/shown.ts'
import { isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import { isReferenceName } from '../../../lexicon/lexicon.ts'
import type { Call, Item } from '../../../world/items/item.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { isSameToClients } from '../../evidence/client-members.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import type { Observation } from '../../evidence/observe.ts'
import { undocumentedStatusFault } from '../../not-documented.ts'
import { rules } from './rules.ts'

/** An action on an item, and the item before and after it. */
export interface StateStep {
  readonly operation: OperationDescriptor
  readonly item: Item
  readonly call: Call
  readonly before: Observation
  readonly after: Observation
}

/** The context in which a step is judged. */
export interface StateSetting {
  readonly context: CheckContext
  readonly resource: ResourceDescriptor
  /** Properties whose values define a state. */
  readonly members: readonly string[]
}

/** The request was accepted, but has not been completed yet. @see RFC 9110, 15.3.3 */
const ACCEPTED = 202

/** Faults of a step. */
export function stateFaults(setting: StateSetting, step: StateStep): readonly KnownViolation[] {
  const { status } = step.call.answer
  if (isSuccess(step.call.answer)) return [...disagreements(setting, step), ...lostTexts(setting, step)]
  return [...(status >= 400 ? unexpectedRefusal(step) : []), ...changesOf(setting, step)]
}

/** Reports a server error, or a rejection with an undocumented status. */
function unexpectedRefusal({ operation, call: { answer } }: StateStep): readonly KnownViolation[] {
  const isDocumented = documentedResponseFor(operation, answer.status) !== undefined
  if (!isCrash(answer) && (isDocumented || clientErrorKeys(operation).length === 0)) return []
  return [
    {
      ...{ operation, answer, clause: pointerBelow(operation.pointer, 'responses'), breaks: rules.answered },
      expecting: 'success',
      fact: { kind: 'not as documented', of: 'valid' },
      ...undocumentedStatusFault(operation, answer.status),
    },
  ]
}

/** Reports changes made by a rejected action. */
function changesOf(
  { resource }: StateSetting,
  { operation, before, after }: StateStep,
): readonly KnownViolation[] {
  const [old, now] = [before, after].map((seen) => itemInState(resource, seen))
  if (!isObject(old) || isSameToClients(old, now, after.answer)) return []
  const names = Object.keys(old).filter((name) => !isObject(now) || !isSameAsKept(old[name], now[name]))
  const part = (value: unknown): string =>
    shownFieldText(isObject(value) ? Object.fromEntries(names.map((name) => [name, value[name]])) : value)
  return [
    {
      ...{ operation, answer: after.answer, clause: pointerBelow(operation.pointer, 'responses') },
      breaks: rules.refused,
      fact: { kind: 'refused, yet changed', before: part(old), received: part(now) },
    },
  ]
}

/** Reports the first state property that differs between the response and a read. */
function disagreements(
  { context, resource, members }: StateSetting,
  { operation, call: { answer }, after }: StateStep,
): readonly KnownViolation[] {
  const isShown = documentedResponseFor(operation, answer.status)?.response.payloadNotShown !== true
  if (answer.status === ACCEPTED || !isShown) return []
  const answered = itemAtDocumentedPlace(resource, operation, answer.value)
  return stateDifferences(
    { context, resource, members },
    { first: { by: operation, answer, value: answered }, second: after },
  )
}

/** Reports the first state property that differs between two observations. */
export function stateDifferences(
  { context, resource, members }: StateSetting,
  { first, second }: { readonly first: Observation; readonly second: Observation },
): readonly KnownViolation[] {
  const [one, other] = [first.value, itemInState(resource, second)]
  if (!isObject(one) || !isObject(other) || itemIdOf(resource, one) !== itemIdOf(resource, other)) return []
  const differing = members.find(
    (name) =>
      Object.hasOwn(one, name) &&
      Object.hasOwn(other, name) &&
      !isSameAsKept(one[name], other[name]) &&
      mayShow({ context, resource }, second.by, { name, value: one[name] }),
  )
  if (differing === undefined) return []
  return [
    {
      ...{ operation: first.by, answer: second.answer, beside: [first.answer] },
      clause: pointerBelow(first.by.pointer, 'responses'),
      breaks: rules.agreed,
      fact: {
        ...{
          kind: 'views differ',
          member: differing,
          first: first.by.operationId,
          by: second.by.operationId,
        },
        ...{ sent: shownFieldText(one[differing]), received: shownFieldText(other[differing]) },
      },
    },
  ]
}

/** False for a value that a read cannot show: its property is another one of the same name. */
function mayShow(
  { context: { document }, resource }: Pick<StateSetting, 'context' | 'resource'>,
  by: OperationDescriptor,
  { name, value }: { readonly name: string; readonly value: unknown },
): boolean {
  const at = by.list === undefined ? (resource.envelopes?.[by.operationId]?.shown ?? []) : []
  const own = shownSchemas(by, document).flatMap((schema) => schema.at(at)?.properties.get(name) ?? [])
  return own.length === 0 || own.some((schema) => schema.allows(value))
}

/** Reports the first required string that changed although the action does not accept it. */
function lostTexts(
  { context, resource }: StateSetting,
  { operation, call, before, after }: StateStep,
): readonly KnownViolation[] {
  const [old, now] = [before, after].map((seen) => itemInState(resource, seen))
  if (!isObject(old) || !isObject(now)) return []
  const taken = schemaIn(context.document, jsonBody(operation)?.schema).properties
  const changed = requiredTexts(context, resource).find(
    (name) =>
      !taken.has(name) &&
      typeof old[name] === 'string' &&
      Object.hasOwn(now, name) &&
      !isSameAsKept(old[name], now[name]),
  )
  if (changed === undefined || Object.hasOwn(operation.effect?.set ?? {}, changed)) return []
  return [
    {
      ...{ operation, answer: after.answer, beside: [call.answer] },
      clause: pointerBelow(operation.pointer, 'responses'),
      breaks: rules['other-members'],
      fact: {
        ...{ kind: 'identity changed', member: changed, operation: operation.operationId },
        ...{ before: shownFieldText(old[changed]), received: shownFieldText(now[changed]) },
      },
    },
  ]
}

/** Names of the free-form strings that a create requires, because only clients know their values. */
function requiredTexts({ document }: CheckContext, { operations }: ResourceDescriptor): readonly string[] {
  const create = operationById(document, operations.create)
  const { properties, required } = schemaIn(document, create && jsonBody(create)?.schema)
  return [...properties].flatMap(([name, { values, types, keywords }]) => {
    const isFree = types.includes('string') && values.listed === undefined && keywords.format === undefined
    return isFree && required.has(name) && !isReferenceName(name) ? [name] : []
  })
}

/** Extracts the item from an observation. */
export function itemInState(resource: ResourceDescriptor, { by, value }: Observation): unknown {
  return by.list === undefined ? (itemAtDocumentedPlace(resource, by, value) ?? value) : value
}
