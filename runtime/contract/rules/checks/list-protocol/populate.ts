import type { OperationDescriptor, ParameterDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { bodyOfMembers, jsonBody } from '../../../data/document/json-body.ts'
import { boundItemName, type PathBinding } from '../../../data/document/path-binding.ts'
import {
  creatorOfItems,
  operationAt,
  operationById,
  resourceByName,
} from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import { NotRun, resultIfRun } from '../../../data/outcome/not-run.ts'
import { isIdentifyingName, plainName } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { sortOrdersOf } from '../../../world/requests/dictionary/orders.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { Names } from '../../../world/values/names.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { requiredBesideChange } from '../../evidence/fields.ts'
import { itemWith } from '../../evidence/own-item.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import { isListFilterOfMember, widensListBy } from './filter.ts'
import type { Round } from './round.ts'

/**
 * Number of items that a list needs. With three, a page of two has a next page, and an offset of one has an
 * effect.
 */
const WANTED_ITEMS = 3
/**
 * Number of the run's own items that a list needs. With two, a filter has one to show and one to hide, even
 * on an empty server.
 */
const WANTED_OWN = 2

/**
 * Adds items until there are at least three, including two of the run's own, if the run can create them.
 * @returns Identities of the run's own items, and those items that have different values.
 */
export async function populateList(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Promise<Pick<Round, 'own' | 'varied'>> {
  const resource = resourceByName(context.document, operation.resource?.name)
  const create = creatorOfItems(context.document, resource)
  const look = (): Promise<ListedPage> => new Collection(context, operation, { binding }).page()
  if (resource === undefined || create === undefined) {
    const { items } = await look()
    const isFilled = items.length < WANTED_ITEMS && (await createSeveral(context, operation, binding))
    assertSeveral(operation, isFilled ? (await look()).items : items)
    return { own: new Set(), varied: [] }
  }
  const own = new OwnItems(resource)
  own.note(await resultIfRun(() => context.pool.items.shared(resource)))
  const hasShared = own.values.length > 0
  const items = [...(await look()).items]
  const varied = await makeVaried(context, operation, {
    binding,
    items: hasShared ? own.values : items,
    listed: items,
  })
  await makeHidden(context, operation, binding)
  for (const item of varied) {
    own.note(item)
    items.push(item.value)
  }
  while (items.length < WANTED_ITEMS || (own.values.length < WANTED_OWN && hasShared)) {
    const { answer, created } = await context.call(create, { at: { binding } })
    if (!isSuccess(answer)) {
      if (items.length >= 2) break
      const { status } = answer
      throw new NotRun({
        kind: 'creates no more',
        items: items.length,
        operation: create.operationId,
        status,
      })
    }
    own.note(created)
    items.push(answer.value)
    if (created === undefined && items.length >= WANTED_ITEMS) break
  }
  return { own: own.names, varied }
}

/**
 * Adds items with a POST to the list's path whose body is an array of such items, or contains one.
 * @returns True if there is such an operation.
 */
async function createSeveral(
  context: CheckContext,
  { path }: OperationDescriptor,
  binding: PathBinding,
): Promise<boolean> {
  const create = operationAt(context.document, { method: 'POST', path })
  const body = schemaIn(context.document, create && jsonBody(create)?.schema)
  const hasItems = [body, ...body.properties.values()].some(({ items }) => items.properties.size > 0)
  if (create === undefined || !hasItems) return false
  await resultIfRun(() => context.attempt(create, { expecting: 'either', at: { binding } }))
  return true
}

/** The run's own items in a list. */
class OwnItems {
  readonly names = new Set<string>()
  readonly values: unknown[] = []
  readonly #resource: ResourceDescriptor

  constructor(resource: ResourceDescriptor) {
    this.#resource = resource
  }

  note(made: Item | undefined): void {
    if (made === undefined) return
    for (const name of [boundItemName(made), itemIdOf(this.#resource, made.value)])
      if (name !== undefined) this.names.add(name)
    this.values.push(made.value)
  }
}

/** @throws NotRun if a list has fewer than two items and nothing can be added to it. */
function assertSeveral({ operationId }: OperationDescriptor, { length }: readonly unknown[]): void {
  if (length < 2)
    throw new NotRun({ kind: 'too few items', operation: operationId, items: length === 0 ? 0 : 1 })
}

/**
 * Number of items with unordered values. With three, neither the order of creation nor its reverse is a
 * sorted order.
 */
const ORDERED = 3
/** Number of items that a filter needs: one to show and one to hide. */
const FILTERED = 2

/**
 * Creates items with different values for the list's filters and orders. If all items had the same value, a
 * filter would show everything, and any order would be correct.
 * @returns the items; empty if the list has neither filters nor orders, or if the server rejects such items.
 */
async function makeVaried(
  context: CheckContext,
  operation: OperationDescriptor,
  { binding, ...existing }: Existing & { readonly binding: PathBinding },
): Promise<readonly Item[]> {
  const { document } = context
  const create = creatorOfItems(document, resourceByName(document, operation.resource?.name))
  const schema = create && bodyOfMembers(create)?.schema
  if (create === undefined || schema === undefined) return []
  const written = schemaIn(document, schema).properties
  return createEach(context, create, {
    binding,
    bodies: variedBodies(context, operation, { ...existing, written }),
  })
}

/** Items whose values new ones should not have, and all items in the list. */
type Existing = Readonly<Record<'items' | 'listed', readonly unknown[]>>

/** Bodies of the items to create, each with milder ones in case that the server rejects it. */
function variedBodies(
  { document, pool }: CheckContext,
  { parameters = [], ...operation }: OperationDescriptor,
  { items, listed, written }: Existing & { readonly written: ReadonlyMap<string, Schema> },
): readonly (readonly object[])[] {
  const members = shownProperties(operation, document)
  const schemaOf = ({ schema }: ParameterDescriptor): Schema => schemaIn(document, schema)
  const sorted = new Set(sortOrdersOf(parameters, { members, schemaOf }).map(({ member }) => member))
  const varied = [...written].flatMap(([name, own]): [string, readonly unknown[]][] => {
    const isSorted = sorted.has(name)
    if (!isSorted && !parameters.some((parameter) => isListFilterOfMember(parameter, name))) return []
    const made = (): unknown => pool.requests.value(own, { variant: 'full', hint: name })
    const values = differing(own, { name, items, names: pool.requests.names, isSorted, made })
    return values.length < FILTERED ? [] : [[name, values]]
  })
  const patterned = new Set([...written].flatMap(([name, own]) => (own.keywords.pattern ? [name] : [])))
  // One item has no value to be sorted by, because servers differ in how they place such items and divide
  // them into pages.
  const without = bodyWith(null, written, (name, own) => sorted.has(name) && own.allows(null))
  // Adds one item that a list hides by default.
  const extra = bodyWith(
    true,
    written,
    (name, own) =>
      own.types.includes('boolean') && parameters.some((parameter) => widensListBy(parameter, name)),
  )
  const wanted = varied.some(([name]) => sorted.has(name)) ? ORDERED : FILTERED
  const bodies = Array.from({ length: varied.length === 0 ? 0 : ORDERED }, (_, index) =>
    Object.fromEntries(varied.map(([name, values]) => [name, values[index % values.length]])),
  )
  const equal = equalIn(operation, { listed, varied: varied.filter(([name]) => sorted.has(name)) })
  const [, signed, plain] = bodies
  // A server can reject the signs in the second item's strings, and strings that only match a pattern.
  const milder = (body: object): readonly object[] => [
    ...(body === signed && plain !== undefined ? [{ ...plain }] : []),
    ...(patterned.size > 0 ? [withoutMembers(body, patterned)] : []),
  ]
  return [...bodies.slice(0, wanted), ...extra, ...without, ...equal].map((own) => [own, ...milder(own)])
}

/** Creates items, each with the first of some bodies that the server accepts; ends if it accepts none. */
async function createEach(
  context: CheckContext,
  create: OperationDescriptor,
  { binding, bodies }: { readonly binding: PathBinding; readonly bodies: readonly (readonly object[])[] },
): Promise<readonly Item[]> {
  const created: Item[] = []
  for (const candidates of bodies) {
    let item: Item | undefined
    for (const body of candidates) item ??= await itemWith(context, create, { binding, values: () => body })
    if (item === undefined) break
    created.push(item)
  }
  return created
}

/** Creates an item that a list hides by default, because of a change, an action or a removal. */
async function makeHidden(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Promise<void> {
  const { document } = context
  const resource = resourceByName(document, operation.resource?.name)
  const create = creatorOfItems(document, resource)
  const widening = operation.parameters?.filter(({ widens }) => widens === true) ?? []
  if (create === undefined || resource === undefined || widening.length === 0) return
  const hide =
    hidingChange(context, { resource, create, widening }) ?? hidingAction(context, resource, widening)
  const item = hide && (await itemWith(context, create, { binding, values: () => ({}) }))
  if (item !== undefined) await resultIfRun(async () => hide?.(item))
}

type Hide = (item: Item) => Promise<unknown>

/** Sets a flag that is not part of new items, such as "retired". */
function hidingChange(
  context: CheckContext,
  {
    resource,
    create,
    widening,
  }: {
    readonly resource: ResourceDescriptor
    readonly create: OperationDescriptor
    readonly widening: readonly ParameterDescriptor[]
  },
): Hide | undefined {
  const { document, pool } = context
  const update = operationById(document, resource.operations.update)
  if (update === undefined) return undefined
  const [written, changed] = [create, update].map(
    (write) => schemaIn(document, bodyOfMembers(write)?.schema).properties,
  )
  const [name] =
    [...(changed ?? [])].find(
      ([member, { types }]) =>
        written?.has(member) === false &&
        types.includes('boolean') &&
        widening.some((parameter) => widensListBy(parameter, member)),
    ) ?? []
  if (name === undefined) return undefined
  return (item) => {
    const sending = requestWithBody(pool.requests.plan(update, item.binding, 'empty'), {
      ...requiredBesideChange(context, update, item.value),
      [name]: true,
    })
    return context.attempt(update, { expecting: 'either', at: asFixture(item), sending })
  }
}

/** Number of letters that an action and a parameter have in common: "archive" and "include_archived". */
const STEM = 5

/** An action or a removal after which a parameter is named. */
function hidingAction(
  context: CheckContext,
  { item, actions, operations }: ResourceDescriptor,
  widening: readonly ParameterDescriptor[],
): Hide | undefined {
  const hiding = [...actions, operations.delete].flatMap((id) => operationById(context.document, id) ?? [])
  const action = hiding.find(({ method, path, requestBody }) => {
    const word = method === 'DELETE' && path === item ? 'delete' : path.slice(path.lastIndexOf('/') + 1)
    const stem = plainName(word).slice(0, STEM)
    return requestBody === undefined && widening.some(({ name }) => plainName(name).includes(stem))
  })
  return action && ((one) => context.attempt(action, { expecting: 'either', at: asFixture(one) }))
}

function withoutMembers(body: object, names: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)))
}

/** A body with one value for all the properties that are meant; none if no property is. */
function bodyWith(
  value: unknown,
  written: ReadonlyMap<string, Schema>,
  isMeant: (name: string, own: Schema) => boolean,
): readonly object[] {
  const names = [...written].flatMap(([name, own]) => (isMeant(name, own) ? [name] : []))
  return names.length === 0 ? [] : [Object.fromEntries(names.map((name) => [name, value]))]
}

/**
 * Values for one more item that equal those of the first one, because a server can divide equal items wrongly
 * into pages; none if some items are equal already. Numbers come first, because strings might have to be
 * unique.
 */
function equalIn(
  { list }: OperationDescriptor,
  {
    listed,
    varied,
  }: {
    readonly listed: readonly unknown[]
    readonly varied: readonly (readonly [name: string, values: readonly unknown[]])[]
  },
): readonly object[] {
  const isEqual = varied.some(([name]) => {
    const values = listed.map((item) => memberOf(item, name) ?? undefined).filter((one) => one !== undefined)
    return new Set(values).size < values.length
  })
  if (list?.limit === undefined || varied.length === 0 || isEqual) return []
  const numbers = varied.filter(([, [first]]) => typeof first === 'number')
  return [Object.fromEntries((numbers.length > 0 ? numbers : varied).map(([name, [first]]) => [name, first]))]
}

/**
 * Characters that a query encodes. A server that decodes them wrongly does not find an item by them.
 * Collations disagree about their order.
 */
const SIGNS = ' +&é'
const NUMBERS = [20, 100, 9]
const MOMENTS = ['2031-05-06T07:08:09Z', '2032-04-05T06:07:08Z', '2030-06-07T08:09:10Z']

interface Differing {
  readonly name: string
  /** Existing items. */
  readonly items: readonly unknown[]
  readonly names: Names
  /** True if the list can be sorted by the property. */
  readonly isSorted: boolean
  /** Returns a value made from the schema. */
  made(): unknown
}

/**
 * Valid values for one property, all different and unordered. If the property is a choice, values that no
 * item has are preferred.
 */
function differing(schema: Schema, { isSorted, ...given }: Differing): readonly unknown[] {
  const inList = schema.types.includes('array')
  const own = inList ? schema.items : schema
  const found = candidates(own, { ...given, isSorted: isSorted || inList })
  const values = inList && found.length >= FILTERED ? listsOf(found) : found
  return values.filter((value) => schema.allows(value)).slice(0, ORDERED)
}

/**
 * Lists of one value each. If there is a third value, the first list contains it too, because a filter must
 * also find items by values other than the first.
 */
function listsOf([first, second, behind]: readonly unknown[]): readonly unknown[] {
  return behind === undefined ? [[first], [second]] : [[first, behind], [second], [first]]
}

function candidates(
  { values: { choices }, keywords, types }: Schema,
  { name, items, names, isSorted, made }: Differing,
): readonly unknown[] {
  const { format, pattern, minimum = 0, maximum = minimum, maxLength = 20 } = keywords
  if (choices !== undefined) {
    const shown = new Set(items.map((item) => (isObject(item) ? item[name] : undefined)))
    const told = choices.filter((choice) => choice !== null)
    return [...told.filter((choice) => !shown.has(choice)), ...told.filter((choice) => shown.has(choice))]
  }
  if (isIdentifyingName(name)) return []
  if (types.includes('number')) return [NUMBERS[0], 99.5, NUMBERS[2], maximum, minimum]
  if (types.includes('integer')) return [...new Set([...NUMBERS, maximum, minimum])]
  if (!types.includes('string')) return []
  if (pattern !== undefined) return isSorted ? [] : [...new Set([made(), made(), made()])]
  if (format === 'date-time') return MOMENTS
  if (format === 'date') return MOMENTS.map((moment) => moment.slice(0, 'YYYY-MM-DD'.length))
  if (format !== undefined) return []
  const tag = names.tag().replaceAll(/\W/g, '')
  const [first, second, third] = ['b', 'A', 'C'].map((letter) => `${letter}${tag}`.slice(0, maxLength))
  return [first, isSorted ? second : `${second}${SIGNS}`.slice(0, maxLength), third]
}
