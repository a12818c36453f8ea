import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { certainIdPathOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { boundItemId, isOwnValue } from '../../../data/document/path-binding.ts'
import { operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties, shownSchemas } from '../../../data/document/shown.ts'
import { type Answer, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import { ruleFamily } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  NotRun,
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictUntilFaulty,
} from '../../../data/outcome/not-run.ts'
import { plainName } from '../../../lexicon/lexicon.ts'
import { asFixture, type Call, type Item } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { shuffled } from '../../../world/values/random.ts'
import { isDistinctive, isKeptValue } from '../../../world/values/same.ts'
import type { Check, CheckContext } from '../../check.ts'
import { fieldClause, shownFieldText } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import { ownItem } from '../../evidence/own-item.ts'

const rules = ruleFamily(
  'read-only',
  { grade: 'documented', weight: 'leniency' },
  {
    ignored: 'The server ignores or rejects a value for a read-only property.',
    'only-shown': {
      ...{ grade: 'derived', weight: "others' data" },
      asserts: 'Properties that occur only in responses are read-only too.',
    },
  },
)

const ROLES = ['create', 'update', 'replace']
/** Number of requests needed to write a property, and to read the effect. */
const REQUESTS_ALONE = 2

/**
 * Clients cannot set read-only properties.
 * @see OpenAPI 3.1.1, Schema Object; JSON Schema Validation 2020-12, 9.4
 */
export const readOnly: Check = {
  code: 'read-only',
  description:
    'The server ignores or rejects a value for a read-only property, and for one that only responses contain.',
  assertions: Object.values(rules),
  example: '`POST /pets` stores the `readOnly` property `"created_at": "1970-01-01T00:00:00Z"`.',
  fix: 'Ignore or reject such properties, or remove `readOnly`.',
  applies: (operation, document) =>
    ROLES.includes(operation.resource?.role ?? '') &&
    jsonBody(operation) !== undefined &&
    readOnlyFields(operation, document).length > 0,
  title: () => 'values sent for read-only properties are ignored or rejected',
  async run(context, operation) {
    const { item: control, seen } = await ownItem(context, operation)
    const usual = seen.value
    const forged = {
      ...forge(context, operation, usual),
      ...(await idOfAnother(context, operation, control)),
    }
    const whole = await attempt(context, operation, { control, forged })
    if (isSuccess(whole.answer) || isCrash(whole.answer))
      return verdictUntilFaulty([
        () => judge(context, operation, { ...whole, forged, usual }),
        () => checkNulls(context, operation, { control, forged, usual, first: whole.answer }),
      ])
    // The server can reject all properties because of some of them. If the response names these, the other
    // properties are tried together. If they are rejected too, or if the response names none, properties are
    // tried one by one.
    const named = new Refusal(whole.answer).blamedOf(Object.keys(forged))
    const rest = Object.fromEntries(Object.entries(forged).filter(([name]) => !named.has(name)))
    if (named.size > 0) {
      const tried = await attempt(context, operation, { control, forged: rest })
      if (isSuccess(tried.answer) || isCrash(tried.answer))
        return judge(context, operation, { ...tried, forged: rest, usual })
    }
    const verdicts: Verdict[] = []
    const most = context.budget.shareOf('members tried alone') / REQUESTS_ALONE
    for (const [name, value] of shuffled(Object.entries(forged), context.random).slice(0, most)) {
      const alone = { [name]: value }
      const tried = await attempt(context, operation, { control, forged: alone })
      verdicts.push(judge(context, operation, { ...tried, forged: alone, usual }))
    }
    // A server is also allowed to reject all forged properties.
    return allVerdicts([[], ...verdicts])
  },
}

function isReadOnly(schema: Schema | undefined): boolean {
  return schema?.keywords.readOnly === true
}

/**
 * Names of the read-only properties in the operation's successful responses, and of those that no request for
 * the resource contains. Properties that are writable in the request's own schema are excluded.
 */
function readOnlyFields(operation: OperationDescriptor, document: DocumentDescriptor): string[] {
  const body = schemaIn(document, jsonBody(operation)?.schema)
  // Only a schema that names properties says which ones a request cannot contain.
  const isClosed = body.alternatives.every(
    ({ properties, keywords }) => properties.size > 0 && keywords.additionalProperties === undefined,
  )
  const others = isClosed ? writtenNames(operation, document) : undefined
  // A property that no read shows is not the item's, but says what became of the request: `success`. The same
  // is true of `result` if a read shows the whole item there.
  const isScalar = ({ types }: Schema): boolean => types.every((type) => SCALARS.has(type))
  // If only the list shows the items, a read responds with an envelope whose item has other properties.
  const { shownBy, operations: { read, list } = {} } =
    resourceByName(document, operation.resource?.name) ?? {}
  const kept = new Set(
    (shownBy === list ? [list] : [read, list]).flatMap((id) => {
      const shows = operationById(document, id)
      const shown = shows === undefined ? [] : [...shownProperties(shows, document)]
      return shown.flatMap(([name, schema]) => (isScalar(schema) ? [name] : []))
    }),
  )
  const isOnlyShown = (name: string, schema: Schema): boolean =>
    others?.has(plainName(name)) === false && kept.has(name) && schema.types.length > 0 && isScalar(schema)
  const { properties } = body
  return [...shownProperties(operation, document)]
    .filter(([name, schema]) =>
      isReadOnly(schema)
        ? !properties.has(name) || isReadOnly(properties.get(name))
        : isOnlyShown(name, schema),
    )
    .map(([name]) => name)
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'null'])

/** Plain names of all properties in requests for the operation's resource. */
function writtenNames({ resource }: OperationDescriptor, document: DocumentDescriptor): ReadonlySet<string> {
  const bodies = document.operations.flatMap((other) =>
    other.resource?.name === resource?.name ? (jsonBody(other) ?? []) : [],
  )
  const schemas = bodies.flatMap(({ schema }) => schemaIn(document, schema).alternatives)
  return new Set(schemas.flatMap(({ properties }) => [...properties.keys()].map(plainName)))
}

/** A valid value for each read-only property, different from its current value. */
function forge(
  context: CheckContext,
  operation: OperationDescriptor,
  usual: unknown,
): Record<string, unknown> {
  const properties = shownProperties(operation, context.document)
  const members = readOnlyFields(operation, context.document).flatMap((name): [string, unknown][] => {
    const other = isObject(usual) ? usual[name] : undefined
    const schema = properties.get(name)
    // After a 202, an item can change its state by itself, and thus reach the value that was sent, so states
    // are excluded.
    const isOfState = operation.responses['202'] !== undefined && schema?.values.choices !== undefined
    if (isOfState) return []
    const made = context.pool.requests.value(schema, { variant: 'full', hint: name, other })
    const fits = (number: number): boolean => schema?.allows(number) !== false
    const value = beyondReach(made, { other, fits })
    const isTelling =
      isReadOnly(schema) || isDistinctive(value) || isShared(context, operation, { name, other })
    return isKeptValue(made, other) || !isTelling ? [] : [[name, value]]
  })
  if (members.length === 0) throw new NotRun({ kind: 'no other read-only value' })
  return Object.fromEntries(members)
}

/** Minimum number of items that show what a server sets in each new one. */
const LEAST_ALIKE = 3

/**
 * True if a write that does not mention a property leaves it at a value: in the same item or, for a create,
 * in all items of the run. Otherwise, a new item could show one of a few values by chance.
 */
function isShared(
  { pool }: CheckContext,
  operation: OperationDescriptor,
  { name, other }: { readonly name: string; readonly other: unknown },
): boolean {
  // A value that no response has shown yet can be the one that was sent.
  if (operation.resource?.role !== 'create') return other !== undefined
  const items = pool.live(pool.resourceFor(operation)).map(({ value }) => memberOf(value, name))
  return items.length >= LEAST_ALIKE && items.every((value) => isKeptValue(value, other))
}

/**
 * The identifier of another item, if a change of an item must not contain it. A server that finds the item by
 * the body, and not by the path, would change the other item. It might only reject an unknown identifier.
 */
async function idOfAnother(
  context: CheckContext,
  operation: OperationDescriptor,
  control: Item,
): Promise<Readonly<Record<string, unknown>>> {
  const { resource } = control
  const [name, ...deeper] = certainIdPathOf(resource) ?? []
  const isChange = ['update', 'replace'].includes(operation.resource?.role ?? '')
  const isReadOnlyName = name !== undefined && readOnlyFields(operation, context.document).includes(name)
  if (!isChange || !isReadOnlyName || deeper.length > 0) return {}
  const other = await resultIfRun(() => context.pool.items.shared(resource))
  const [own, id] = [control.value, other?.value].map((value) => (isObject(value) ? value[name] : undefined))
  // The body must not name an item that the run is not allowed to change.
  const isOwn = other !== undefined && isOwnValue(boundItemId(other.binding, resource))
  return id === undefined || isKeptValue(id, own) || !isOwn ? {} : { [name]: id }
}

/** A larger step than any server's counter makes during a run. */
const COUNTED = 1_000_000

/**
 * Replaces a number above the current one with a number that a counter, such as one for identifiers, does not
 * reach during a run, if the schema allows one. All other values are unchanged.
 */
function beyondReach(
  value: unknown,
  { other, fits }: { readonly other: unknown; readonly fits: (number: number) => boolean },
): unknown {
  if (typeof value !== 'number' || typeof other !== 'number' || value < other) return value
  return [other + COUNTED, other - 1].find(fits) ?? value
}

interface Attempt {
  readonly answer: Answer
  /** The item after the write, from a new read if possible; `undefined` if the server rejected the write. */
  readonly seen?: unknown
}

interface Forgery {
  readonly control: Item
  readonly forged: Readonly<Record<string, unknown>>
}

/**
 * Sends a valid write to which the forged properties are added: an update or replacement of the given item,
 * or the creation of another one.
 */
async function attempt(
  context: CheckContext,
  operation: OperationDescriptor,
  forgery: Forgery,
): Promise<Attempt> {
  const { answer, created } = await send(context, operation, forgery)
  if (!isSuccess(answer)) return { answer }
  const item = operation.resource?.role === 'create' ? created : forgery.control
  if (item === undefined) return { answer, seen: answer.value }
  return { answer, seen: (await observeItem(context, item)).value }
}

function send(
  context: CheckContext,
  operation: OperationDescriptor,
  { control, forged }: Forgery,
): Promise<Call> {
  const { requests } = context.pool
  const plan = requests.best(operation, control.binding)
  // An update contains only the required properties, because other changes would prove nothing.
  const isUpdate = operation.resource?.role === 'update'
  const least = isUpdate ? requests.bodyMaker.make(operation, 'required') : plan.body
  const usual = isObject(least?.value) ? least.value : {}
  const sending = requestWithBody(plan, { ...usual, ...forged })
  return context.attempt(operation, { expecting: 'either', at: asFixture(control), sending })
}

/**
 * Creates an item with null for each read-only property, as clients do that send all properties. The server
 * must not respond with another, undocumented success.
 */
async function checkNulls(
  context: CheckContext,
  operation: OperationDescriptor,
  { control, forged, usual, first }: Nulls,
): Promise<Verdict> {
  if (operation.resource?.role !== 'create') return nothingCompared()
  const nulls = Object.fromEntries(Object.keys(forged).map((name) => [name, null]))
  const { answer } = await send(context, operation, { control, forged: nulls })
  const { status } = answer
  const isOther = status !== first.status && documentedResponseFor(operation, status) === undefined
  // An item can have null for a while, so its value proves nothing.
  const isWrong = isCrash(answer) || (isSuccess(answer) && isOther)
  return isWrong ? judge(context, operation, { answer, forged: nulls, usual, isWrong }) : []
}

interface Nulls extends Pick<Judged, 'forged' | 'usual'> {
  readonly control: Item
  /** The response to other values of the properties. */
  readonly first: Answer
}

interface Judged extends Attempt {
  readonly forged: Readonly<Record<string, unknown>>
  readonly usual: unknown
  /** True for a response that is wrong whatever it shows. */
  readonly isWrong?: boolean
}

function judge(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, seen, forged, usual, isWrong = false }: Judged,
): Verdict {
  const properties = shownProperties(operation, context.document)
  const isStated = (name: string): boolean => isReadOnly(properties.get(name))
  const report = (name: string, fact: Fact): Finding =>
    context.finding({
      operation,
      answer,
      clause: clauseOf(context, operation, name),
      breaks: isStated(name) ? rules.ignored : rules['only-shown'],
      fact,
      ...(isSuccess(answer) &&
        isStated(name) && { cause: { kind: 'unvalidated', what: 'readOnly' } as const }),
    })
  const names = Object.keys(forged)
  const { status } = answer
  if (isWrong || isCrash(answer))
    return [report(names[0] ?? '', { kind: 'read-only crashes', members: names, status })]
  const isShown = !operation.responses[String(answer.status)]?.payloadNotShown
  const looks = [seen, isSuccess(answer) && isShown ? answer.value : undefined].filter(isObject)
  if (isSuccess(answer) && looks.length === 0)
    return new NotRun({ kind: 'does not show the item', operation: operation.operationId })
  return names.flatMap((name) => {
    const taken = looks.find(
      (look) => isKeptValue(forged[name], look[name]) && !isUsual(usual, { seen: look, name }),
    )
    if (taken === undefined) return []
    const [sent, received] = [shownFieldText(forged[name]), shownFieldText(taken[name])]
    return [report(name, { kind: 'read-only taken', member: name, isStated: isStated(name), sent, received })]
  })
}

/**
 * True if the item already had the value, or if an item that was written without the forged properties has it
 * too. In either case, the value does not come from the request.
 */
function isUsual(
  usual: unknown,
  { seen, name }: { seen: { readonly [name: string]: unknown }; name: string },
) {
  return isObject(usual) && isKeptValue(seen[name], usual[name])
}

/** The keyword that makes the property read-only. */
function clauseOf({ document }: CheckContext, operation: OperationDescriptor, name: string): string {
  const place = pointerBelow(operation.pointer, 'responses')
  const schema = shownSchemas(operation, document).find(({ properties }) => properties.has(name))
  const member = schema === undefined ? place : fieldClause(schema, name, place)
  const isStated = member !== place && isReadOnly(schema?.property(name))
  return isStated ? pointerBelow(member, 'readOnly') : member
}
