import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { operationBeside } from '../../../data/document/resource-lookup.ts'
import { documentedMembersOfItems, shownProperties } from '../../../data/document/shown.ts'
import { asksForMember, descriptions, isHeldBack } from '../../../lexicon/lexicon.ts'
import { schemaContradiction } from '../../../world/values/arbitraries/contradiction.ts'
import { isLinkedDataKeyword, isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import type { Observation } from '../../evidence/observe.ts'
import { agreesWithOther, type ComparedValue, isOneView } from './agrees.ts'
import { isOfItsOwn } from './of-its-own.ts'

/**
 * Milliseconds to wait before each further read. A server's background work after a write can take longer
 * than its response.
 */
export const PAUSES_MS = [0, 250, 750, 2000]

/**
 * True if a list shows an empty string instead of the value, or if a view hides a secret. A secret is
 * recognized by the property's name or by the name of the list.
 */
export function isLeftOutOfView(listed: Observation, read: Observation, name: string): boolean {
  const [one, other] = [memberOf(listed.value, name), memberOf(read.value, name)]
  if (listed.by.list === undefined) return isHeldBack(name, one, other)
  const things = listed.by.resource?.name.split('.').at(-1) ?? ''
  return (one === '' && other !== '') || isHeldBack(name, one, other) || isHeldBack(things, one, other)
}

/** True for two lists of the same texts in any order. */
export function haveSameTexts(one: unknown, other: unknown): boolean {
  const [left, right] = [one, other].map((value) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.toSorted() : undefined,
  )
  return left !== undefined && isSameAsKept(left, right)
}

/** The same property in two views. */
export interface ViewPair {
  readonly name: string
  readonly one: Member
  readonly other: Member
}

interface Member extends ComparedValue {
  readonly schema: Schema
}

/** Properties that two views share and that mean the same in both. */
export function viewPairsOf(
  { document }: Pick<CheckContext, 'document'>,
  left: Observation,
  right: Observation,
): readonly ViewPair[] {
  const own = documentedMembersOfItems(shownProperties(left.by, document), { operation: left.by, document })
  const shown = shownProperties(right.by, document)
  const isAction = left.by.resource?.role === 'action'
  if (isAction && isOfItsOwn(document, left, { own, shown })) return []
  const isOutcome = isAction && !isOneView(own, shown)
  const [envelope] = operationBeside(document, left.by, 'list')?.list?.items ?? []
  return [...own].flatMap(([name, schema]) => {
    const theirs = shown.get(name)
    const [mine, yours] = [memberOf(left.value, name), memberOf(right.value, name)]
    if (theirs === undefined || mine === undefined || yours === undefined) return []
    if ([left.by, right.by].some((operation) => isAskedFor(operation, name))) return []
    const pair = { name, one: { value: mine, schema }, other: { value: yours, schema: theirs } }
    if (areTwoThings(pair, left.by) || (isOutcome && isLeftEmpty(pair))) return []
    // An empty result in the item's envelope, as in "{ data: {} }", contains nothing to compare.
    const isEnvelope = (isAction && own.size === 1) || name === envelope
    return isEnvelope && saysNothing(pair.one) ? [] : [pair]
  })
}

/** True if a parameter decides whether a response contains a property: "?with_toys=true". */
function isAskedFor({ parameters = [] }: OperationDescriptor, member: string): boolean {
  return parameters.some(({ in: location, name }) => location === 'query' && asksForMember(name, member))
}

export function differingInViews(pairs: readonly ViewPair[]): string[] {
  return pairs.flatMap(({ name, one, other }) => (agreesWithOther(one, other) ? [] : [name]))
}

/** True if two properties share only their name, judging by their schemas and values. */
function areTwoThings(pair: ViewPair, { list, resource }: OperationDescriptor): boolean {
  const { name, one, other } = pair
  const isAction = resource?.role === 'action'
  return (
    // A response and an item have kinds of their own.
    isLinkedDataKeyword(name) ||
    excludeEachOther(one.schema, other.schema) ||
    isOnlyInFirst(pair) ||
    areOfTwoKinds(pair, isAction) ||
    isIdOfNamed(pair) ||
    (list !== undefined && isLabel(pair)) ||
    (isAction && isOfItsAction(pair))
  )
}

/** True if no value can match both schemas, or no item of both: a list of ids and a list of objects. */
function excludeEachOther(one: Schema, other: Schema): boolean {
  if (one.values.areLists && other.values.areLists) return excludeEachOther(one.items, other.items)
  const both = one.document.of({ allOf: [one.written, other.written] })
  return schemaContradiction(both) !== undefined
}

/** True for a value other than null that only the first view's schema allows. */
function isOnlyInFirst({ one, other }: ViewPair): boolean {
  const isPlain = one.value !== null && typeof one.value !== 'object'
  return isPlain && one.schema.allows(one.value) && !other.schema.allows(one.value)
}

/**
 * True if the property is null and may be: in the action's result, or in the item if only the item's schema
 * allows null.
 */
function isLeftEmpty({ one, other }: ViewPair): boolean {
  const mayBeNull = ({ schema }: Member): boolean => schema.allows(null)
  // An action's result can be null if the action had no effect.
  if (one.value === null && mayBeNull(one)) return true
  // The item can show null for a number that the action always returns, such as the free places of an event
  // without a limit.
  return other.value === null && mayBeNull(other) && !mayBeNull(one)
}

function saysNothing({ value, schema }: Member): boolean {
  return isObject(value) && Object.keys(value).length === 0 && schema.properties.size === 0
}

/**
 * True if, according to the descriptions, one view shows an ID and the other a name: "The ID of the image"
 * and "The image, as specified".
 */
function isIdOfNamed({ one, other }: ViewPair): boolean {
  const told = [one, other].map(({ schema }) => schema.keywords.description ?? '')
  return !told.includes('') && new Set(told.map(descriptions.isIdentifier)).size > 1
}

/**
 * True if one view shows an object, the other shows something else, and both match their schemas. A schema
 * that declares properties describes an object. An action's undescribed response can have any type.
 */
function areOfTwoKinds({ one, other }: ViewPair, isAction: boolean): boolean {
  const mean = ({ value, schema: { types } }: Member, isOpen: boolean): boolean =>
    types.length > 0 ? types.includes('object') === isObject(value) : isOpen
  return isObject(one.value) !== isObject(other.value) && mean(one, isAction) && mean(other, false)
}

/**
 * True if the action's object declares properties, and at most half of the smaller object's properties are
 * shared. For example, the item's envelope can contain a job that an action started.
 */
function isOfItsAction({ one, other }: ViewPair): boolean {
  const [own, theirs] = [one.schema.properties, other.schema.properties]
  if (own.size > 0 && theirs.size === 0) return true
  const shared = [...own.keys()].filter((name) => theirs.has(name)).length
  return shared <= Math.min(own.size, theirs.size) / 2 && shared < own.size && shared < theirs.size
}

/**
 * True if the two schemas list different values, and one of them a single value, such as the kind of all
 * items in a list.
 */
function isLabel({ one, other }: ViewPair): boolean {
  const choices = [one, other].map(({ schema }) => schema?.values.listed)
  const [own, theirs] = choices.map((values) => JSON.stringify(values))
  return !choices.includes(undefined) && own !== theirs && choices.some((values) => values?.length === 1)
}
