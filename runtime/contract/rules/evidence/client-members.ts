import type { ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { jsonBody } from '../../data/document/json-body.ts'
import { operationById } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { documentedMembersOfItems } from '../../data/document/shown.ts'
import { type Answer, answerTime } from '../../data/exchange/answer.ts'
import { isTimeCloseTo } from '../../lexicon/lexicon.ts'
import { isSameAsKept } from '../../world/values/same.ts'
import type { CheckContext } from '../check.ts'

/** Tolerance for clock differences between client and server, and for a slow write. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/**
 * Returns the properties of an item whose values clients determine: those that writes accept, and those that
 * an action sets.
 */
export function ownedByClients(
  { document }: Pick<CheckContext, 'document'>,
  resource: ResourceDescriptor,
): string[] {
  const { create, update, replace } = resource.operations
  const writes = [create, update, replace].map((operationId) => operationById(document, operationId))
  const written = writes.flatMap((operation) => {
    if (operation === undefined) return []
    const { properties } = schemaIn(document, jsonBody(operation)?.schema)
    return [...documentedMembersOfItems(properties, { operation, document })]
      .filter(([, { keywords }]) => keywords.readOnly !== true)
      .map(([name]) => name)
  })
  return [...new Set([...written, ...setByActions({ document }, resource)])]
}

/** Returns the properties that an action sets according to the document. */
export function setByActions(
  { document }: Pick<CheckContext, 'document'>,
  { actions }: ResourceDescriptor,
): string[] {
  return actions.flatMap((operationId) =>
    Object.keys(operationById(document, operationId)?.effect?.set ?? {}),
  )
}

/**
 * True if a value is unchanged except for times, at any depth, that are close to the time of the response.
 * Servers record the time of the last event, which no client chose.
 */
export function isSameToClients(before: unknown, after: unknown, answer: Pick<Answer, 'headers'>): boolean {
  if (isSameAsKept(before, after) || isVersionMarker(after, answer)) return true
  const [old, now] = [before, after].map((value) => (Array.isArray(value) ? { ...value } : value))
  if (!isObject(old) || !isObject(now) || Array.isArray(before) !== Array.isArray(after)) return false
  const names = new Set([...Object.keys(old), ...Object.keys(now)])
  return [...names].every((name) => isSameToClients(old[name], now[name], answer))
}

/** True for a time close to that of the response. */
function isVersionMarker(value: unknown, answer: Pick<Answer, 'headers'>): boolean {
  return isTimeCloseTo(value, answerTime(answer), CLOCK_TOLERANCE_MS)
}

/**
 * True for a flag or a number, which can depend on other items: how many there are, whether one is in use, or
 * which comes first.
 */
export function isCounterValue(value: unknown): boolean {
  return typeof value === 'boolean' || typeof value === 'number'
}

/**
 * Returns the values sent for a new item, without empty strings that the response shows filled in. A server
 * is allowed to treat these as absent and create a value itself, such as an id, a key or the name in the
 * path.
 */
export function withoutFilledIn(sent: unknown, answered: unknown): unknown {
  if (sent === '' && typeof answered === 'string' && answered !== '') return undefined
  if (!isObject(sent) || !isObject(answered)) return sent
  const members = Object.entries(sent).map(([name, value]) => [name, withoutFilledIn(value, answered[name])])
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}
