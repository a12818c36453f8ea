import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, withoutAt } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'
import { idPathOf } from '../../data/document/identifier.ts'
import { bodyOfMembers } from '../../data/document/json-body.ts'
import { resourceByName } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import {
  documentedAsWholeItem,
  documentedMembersOfItems,
  shownProperties,
  shownSchemas,
} from '../../data/document/shown.ts'
import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'
import type { Fact } from '../../data/outcome/kinds/fact.ts'
import {
  descriptions,
  isDateOrTime,
  isHeldBack,
  isOwnItemName,
  isSecretMask,
  isTimeCloseTo,
  verbs,
} from '../../lexicon/lexicon.ts'
import { identifierMembers } from '../../world/requests/members/identifier-members.ts'
import { pathMembers } from '../../world/requests/members/path-members.ts'
import {
  hasOneFormInLinkedData,
  isKeptValue,
  isLinkedData,
  isSameAsKeptByFormat,
} from '../../world/values/same.ts'
import type { CheckContext, KnownViolation } from '../check.ts'

/**
 * A property of a body whose value a later response should show. Other code calls a property a member,
 * whether clients write it or not.
 */
export interface Field {
  readonly name: string
  readonly schema: Schema
  /** JSON Pointer of the property's schema if known, otherwise of the request body. */
  readonly clause: string
  /** Returns the value without write-only parts and without parts that the response schema lacks. */
  visible(value: unknown): unknown
  /** True if a response can show the value. The body's schema can allow more values than the response's. */
  canBeShown(value: unknown): boolean
  /**
   * True if a response is allowed to omit the field. In that case, its absence means the same as an empty
   * value.
   */
  readonly isOptional: boolean
  /**
   * True if the response schema marks the field as deprecated. The field can then be empty in the response,
   * because another property has replaced it.
   */
  readonly isDeprecated: boolean
  /**
   * True if the server is allowed to respond with a value other than the sent one: a value that the format
   * treats as equal, or one that the document announces.
   */
  mayBecome(sent: unknown, received: unknown): boolean
  /** True if the property can be changed in the item's current state (`x-writable-when`). */
  isWritable(item: { readonly [name: string]: unknown }): boolean
}

/**
 * Returns the body properties that the success schema of `shownBy` contains too, except read-only and
 * write-only properties, passwords, properties that the path or the server determines, and those that
 * identify or order items.
 */
export function visibleFields(
  context: Pick<CheckContext, 'document'>,
  operation: OperationDescriptor,
  shownBy: OperationDescriptor,
): Field[] {
  const { document } = context
  const body = bodyOfMembers(operation)
  if (body === undefined) return []
  const whole = schemaIn(document, body.schema)
  const view = documentedAsWholeItem(shownBy)
  const shown = documentedMembersOfItems(shownProperties(view, document), { operation: shownBy, document })
  const views = shownSchemas(view, document)
  const { id, isDecided } = decidedMembers(context, operation)
  const place = pointerBelow(body.clause, 'schema')
  const sent = documentedMembersOfItems(whole.properties, { operation, document })
  const { path } = operation.written ?? operation
  const isAddition = verbs.extending.has(path.slice(path.lastIndexOf('/') + 1))
  return [...sent].flatMap(([name, schema]) => {
    const inAnswer = shown.get(name)
    if (isUnkept(schema) || inAnswer === undefined || isDecided(name)) return []
    if (isObjectAsText(schema, inAnswer)) return []
    const becomes = mayBecome(schema)
    const isResolved = isResolvedName(schema, inAnswer)
    const visible = (value: unknown): unknown => {
      const seen = visiblePart(value, { schema, shown: inAnswer, isShown: true })
      return name === id[0] ? withoutAt(seen, id.slice(1)) : seen
    }
    return [
      {
        name,
        schema,
        clause: fieldClause(whole, name, place),
        visible,
        canBeShown: (value) => inAnswer.allows(value),
        isOptional: !views.some(({ required }) => required.has(name)),
        isDeprecated: inAnswer.keywords.deprecated === true,
        mayBecome: (one, other) =>
          becomes(one, other) ||
          (isAddition && isPartOf(one, other)) ||
          (isResolved && typeof one === 'string' && typeof other === 'string'),
        isWritable: writableWhen(schema),
      },
    ]
  })
}

/** True for an object that responses describe as something else, such as a text about it. */
function isObjectAsText({ types }: Schema, shown: Schema): boolean {
  const isObjectAlone =
    types.includes('object') && types.every((type) => type === 'object' || type === 'null')
  return isObjectAlone && shown.types.length > 0 && !shown.types.includes('object')
}

/**
 * Returns the path of the property that identifies a changed item, and recognizes body properties that
 * identify or order items, or that the path or the server determines.
 */
function decidedMembers(
  { document }: Pick<CheckContext, 'document'>,
  operation: OperationDescriptor,
): { readonly id: readonly string[]; readonly isDecided: (name: string) => boolean } {
  const decided = new Set([
    ...pathMembers(operation, document).keys(),
    ...identifierMembers(operation, document),
  ])
  // The path also identifies the changed item.
  const resource = resourceByName(document, operation.resource?.name)
  const isChange = operation.resource?.role === 'replace' || operation.resource?.role === 'update'
  const named = isChange && resource ? idPathOf(resource) : undefined
  const around = resource?.envelopes?.[operation.operationId]?.written ?? []
  const id = named === undefined ? [] : [...around, ...named]
  const [own, ...deeper] = id
  if (own !== undefined && deeper.length === 0) decided.add(own)
  // The server assigns a name such as "notes/10", just as it assigns a numeric id.
  const [shown] = resource?.names ?? []
  if (shown?.isBelowCollection === true) decided.add(shown.path[0] ?? '')
  const saysWhich = (name: string): boolean =>
    isChange && resource !== undefined && isOwnItemName(name, resource.collection)
  return { id, isDecided: (name) => decided.has(name) || saysWhich(name) }
}

/** Numbers of entries that the checks of maps need. Maps that do not allow both are not checked. */
const ENTRIES = { least: 1, most: 3 }

/** True for an object that declares no properties and allows any names, and both one entry and three. */
export function isMapField({ schema }: Field): boolean {
  const { propertyNames, minProperties = 0, maxProperties = ENTRIES.most } = schema.keywords
  const isFree =
    propertyNames === undefined && minProperties <= ENTRIES.least && maxProperties >= ENTRIES.most
  const isClosed = schema.keywords.additionalProperties === false
  return schema.types.includes('object') && !isClosed && isFree && schema.properties.size === 0
}

/** True if the map's properties may have any values. */
export function isOpenMapField({ schema }: Field): boolean {
  const { additionalProperties: others = true } = schema.keywords
  return others === true || (isObject(others) && Object.keys(others).length === 0)
}

/** `x-writable-when` lists the values that the item must have so that the property can be changed. */
function writableWhen({ keywords }: Schema): Field['isWritable'] {
  const condition = keywords['x-writable-when']
  if (!isObject(condition)) return () => true
  return (item) => Object.entries(condition).every(([name, value]) => isKeptValue(value, item[name]))
}

function mayBecome({ keywords: { description = '', format } }: Schema): Field['mayBecome'] {
  const [isReformed, isIgnored] = [descriptions.reforms(description), descriptions.ignores(description)]
  return (sent, received) =>
    isIgnored ||
    (typeof sent === 'string' && typeof received === 'string' && isSecretMask(received)) ||
    (isReformed && typeof sent === typeof received && isObject(sent) === isObject(received)) ||
    isSameAsKeptByFormat(format, sent, received)
}

/**
 * True if, according to the descriptions, a response shows an ID where the request contains a name: "The ID
 * of the image" for "The name of the image".
 */
function isResolvedName(sent: Schema, shown: Schema): boolean {
  const [asked = '', answered = ''] = [sent, shown].map(({ keywords }) => keywords.description ?? '')
  return asked !== '' && descriptions.isIdentifier(answered) && !descriptions.isIdentifier(asked)
}

/** True if a list contains everything in another list, whatever else it contains. */
function isPartOf(added: unknown, whole: unknown): boolean {
  if (!Array.isArray(added) || !Array.isArray(whole)) return false
  return added.every((one) => whole.some((other) => isKeptValue(one, other)))
}

/**
 * Returns the part of a value that a server stores and a response is allowed to show, without passwords,
 * read-only and write-only properties at any depth.
 */
function visiblePart(whole: unknown, view: VisiblePart): unknown {
  return visibleParts.map(whole, view, ({ beside: { schema, isShown }, path }, inside) => {
    const isHidden = path.length > 0 && isUnkept(schema)
    return isHidden || !isShown ? undefined : inside()
  })
}

/** True for a property whose sent value no response shows: a password, a read-only or a write-only one. */
function isUnkept({ keywords: { writeOnly, readOnly, format } }: Schema): boolean {
  return writeOnly === true || readOnly === true || format === 'password'
}

/** The schema of the sent value, and the schema of the shown one. */
interface VisiblePart {
  readonly schema: Schema
  readonly shown: Schema
  readonly isShown: boolean
}

const visibleParts = new ValueWalk<VisiblePart>({
  member: ({ schema, shown }, name) => ({
    schema: schema.property(name),
    shown: shown.property(name),
    isShown: mayHave(shown, name),
  }),
  item: ({ schema, shown }, index) => ({
    schema: schema.itemAt(index),
    shown: shown.itemAt(index),
    isShown: true,
  }),
})

/**
 * True if a value of the shown schema can have a property, because the schema declares that property,
 * declares none, or allows additional ones.
 */
function mayHave(schema: Schema, name: string): boolean {
  if (schema.properties.size === 0 || schema.properties.has(name)) return true
  const { additionalProperties } = schema.keywords
  return additionalProperties === true || isObject(additionalProperties)
}

/**
 * Returns the pointer of a property's schema: in the definition to which the schema refers, or otherwise
 * below `place`. Returns `place` itself if the schema has neither `$ref` nor `properties`.
 */
export function fieldClause({ own: { $ref, properties } }: Schema, name: string, place: string): string {
  if ($ref?.startsWith('#/$defs/'))
    return pointerBelow($ref.replace('#/$defs/', '#/components/schemas/'), 'properties', name)
  return properties === undefined ? place : pointerBelow(place, 'properties', name)
}

/**
 * Returns the required properties of a body, such as its version, with the item's values. Properties that the
 * item does not show have the values of the best known body.
 */
export function requiredBesideChange(
  { document, pool }: Pick<CheckContext, 'document' | 'pool'>,
  operation: OperationDescriptor,
  before: unknown,
): { readonly [name: string]: unknown } {
  const { required } = schemaIn(document, bodyOfMembers(operation)?.schema)
  if (!isObject(before)) return {}
  const isWhole = [...required].every((name) => Object.hasOwn(before, name))
  const usual = isWhole ? undefined : pool.requests.usualBody(operation)
  const whole = { ...(isObject(usual) && usual), ...before }
  return Object.fromEntries(Object.entries(whole).filter(([name]) => required.has(name)))
}

/** A field whose value in a response differs from the sent value. */
interface LostField extends Pick<KnownViolation, 'clause' | 'cause'> {
  readonly name: string
  /** The lost part of the value, or the whole value. */
  readonly lost: Part
}

/** True if a response shows an object and fields were sent, so that a comparison is possible. */
export function showsAnyField(
  fields: readonly Field[],
  { sent, received }: { readonly sent: unknown; readonly received: unknown },
): boolean {
  return isObject(sent) && isObject(received) && fields.some(({ name }) => Object.hasOwn(sent, name))
}

/** Returns the fields whose values in a response differ from the sent values. */
export function lostFields(
  fields: readonly Field[],
  { sent, received }: { sent: unknown; received: unknown },
): LostField[] {
  if (!isObject(sent) || !isObject(received) || isWrapped(fields, received)) return []
  const isLinked = isLinkedData(sent) || isLinkedData(received)
  const compared = isLinked ? fields.filter(({ name }) => hasOneFormInLinkedData(name, sent[name])) : fields
  return compared.flatMap(
    ({ name, clause, visible, canBeShown, isOptional, isDeprecated, isWritable, mayBecome }) => {
      const wanted = visible(sent[name])
      if (isDeprecated && (received[name] ?? null) === null) return []
      if (!canBeShown(wanted) || mayBecome(wanted, received[name])) return []
      if (!Object.hasOwn(sent, name) || !isWritable(received) || isKeptValue(wanted, received[name]))
        return []
      if (isOptional && isEmpty(wanted) && !Object.hasOwn(received, name)) return []
      const lost = lostPart({ path: [name], sent: wanted, received: received[name] })
      if (isHeldBack(lost.path.at(-1) ?? name, lost.sent, lost.received)) return []
      const behaviour = behaviourOf(lost, isOptional)
      return [
        {
          name,
          clause,
          cause: behaviour ? { kind: 'form', what: behaviour } : { kind: 'member', name },
          lost,
        },
      ]
    },
  )
}

/** Reports which of the sent fields a response lost. */
export function lossesOf(
  fields: readonly Field[],
  { sent, received, where }: { sent: unknown; received: unknown; where: Fact<'member lost'>['where'] },
): Loss[] {
  return lostFields(fields, { sent, received }).map(({ lost, ...field }) => ({
    ...field,
    fact: {
      ...{ kind: 'member lost', member: lost.path.join('.'), where },
      ...{ sent: shownFieldText(lost.sent), received: shownFieldText(lost.received) },
    },
  }))
}

type Loss = Omit<LostField, 'lost'> & { readonly fact: Fact<'member lost'> }

/**
 * Describes a change that a server probably makes to all values of a kind: it trims strings, replaces any
 * time with its own, or omits false and 0, like Go servers that use `omitempty` and servers that write
 * Protocol Buffers as JSON.
 */
function behaviourOf({ path, sent, received }: Part, isOptional: boolean): string | undefined {
  const isLeftOut = received === undefined && isOptional && path.length === 1
  if (isLeftOut && (sent === false || sent === 0)) return 'left out where it is false or 0'
  if (typeof sent !== 'string' || typeof received !== 'string' || sent === received) return undefined
  if (sent.trim() === received) return 'without spaces around it'
  const isOwnTime = isDateOrTime(sent) && isTimeCloseTo(received, Date.now(), LATELY_MS)
  return isOwnTime ? 'as the time of the request' : undefined
}

/**
 * Tolerance in milliseconds, because clocks can differ, and an item can be read some time after it was
 * written.
 */
const LATELY_MS = 15 * 60_000

interface Part {
  readonly path: readonly string[]
  readonly sent: unknown
  readonly received: unknown
}

/**
 * Returns the only part of an object that was not kept, if there is exactly one, because a report of the
 * whole object would hide it.
 */
function lostPart(whole: Part): Part {
  const { path, sent, received } = whole
  if (!isObject(sent) || !isObject(received)) return whole
  const [name, ...others] = Object.keys(sent).filter((member) => !isKeptValue(sent[member], received[member]))
  return name === undefined || others.length > 0
    ? whole
    : lostPart({ path: [...path, name], sent: sent[name], received: received[name] })
}

/** True for an empty value, and for an object of empty values, which servers omit like the values. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) ? Object.values(value).every(isEmpty) : value === null || value === ''
}

/**
 * True if the item is in an undocumented envelope, which counts as one conformance finding, not as one per
 * field.
 */
function isWrapped(fields: readonly Field[], received: { readonly [name: string]: unknown }): boolean {
  const holdsAny = (value: { readonly [name: string]: unknown }): boolean =>
    fields.some(({ name }) => Object.hasOwn(value, name))
  return !holdsAny(received) && Object.values(received).some((value) => isObject(value) && holdsAny(value))
}

export function shownFieldText(value: unknown): string {
  return exchangeExcerpt(JSON.stringify(value) ?? 'nothing')
}
