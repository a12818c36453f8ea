import {
  asIdentifier,
  blank,
  creatorOf,
  flatSchema,
  isNamedByPath,
  propertiesOf,
  snakeCase,
} from '@concordat/contract/document'
import { isObject, setAt, valueAt } from '@concordat/runtime/json'
import { HttpProblem } from '@concordat/runtime/server'
import { EACH, itemPath, schemaAt } from '../document/schema-at.ts'
import type { Collection } from '../state/collection.ts'
import type { ItemEvent } from '../state/event.ts'
import type { Item } from '../state/item.ts'
import { withDefaultMembers, withDefaults } from '../values/with-defaults.ts'
import type { Granted, Outcome } from './granted.ts'
import { answerList } from './list-outcome.ts'

/** What an operation on a resource does; `undefined` for one that is none of the usual ones. */
export function resourceOutcome(granted: Granted, collection: Collection): Outcome | undefined {
  const { operation } = granted
  switch (operation.resource?.role) {
    case 'list':
      return operation.list === undefined ? undefined : answerList(granted, operation.list, collection)
    case 'create':
      return create(granted, collection)
    case 'read':
      return { statuses: [200], show: shower(granted, collection, [itemOf(granted, collection)]) }
    case 'update':
      return change(granted, collection, itemOf(granted, collection))
    case 'replace':
      return replace(granted, collection)
    case 'delete':
      return remove(granted, collection, itemOf(granted, collection))
    default:
      return act(granted, collection)
  }
}

/** Whether an operation makes an item under the name that its path gives it. */
export function makesNamed(granted: Granted): boolean {
  const { operation, world } = granted
  const { resource } = operation
  const found = resource && world.resourceNamed(resource.name)
  if (found === undefined) return false
  if (isNamedByPath(operation, found)) return true
  if (resource?.role !== 'replace') return false
  const isCreator = creatorOf(world.document, found)?.operationId === operation.operationId
  // A 404 where the path has one name alone is about that name.
  const isOfName = '404' in operation.responses && granted.pathValues.templates.length === 1
  return '201' in operation.responses || (isCreator && !isOfName)
}

function nameIn({ pathValues }: Granted): string {
  return pathValues.templates.at(-1)?.text ?? ''
}

function itemOf(granted: Granted, collection: Collection): Item {
  const item = collection.get(nameIn(granted))
  if (item === undefined) throw notThere()
  return item
}

function notThere(): HttpProblem {
  return new HttpProblem({ kind: 'not-found', detail: 'There is no such item.' })
}

/** Shows items wherever an answer has them: one alone or in an envelope, all in a list of their own; else what the document shows. */
function shower({ world }: Granted, collection: Collection, items: ItemsShown): NonNullable<Outcome['show']> {
  const { maker } = world
  const [first] = items
  return (schema) => {
    const flat = flatSchema(schema, maker.definitions)
    const path =
      itemPath(schema, collection.known.names, maker.definitions) ??
      itemPath(schema, Object.keys(first.members), maker.definitions)
    if (path === undefined && flat['type'] === 'array')
      return items.map((item) => item.show(flat['items'] ?? true))
    if (path === undefined)
      return propertiesOf(schema, maker.definitions).size === 0
        ? first.show(schema)
        : maker.make(schema, 'value', 'example')
    const own = schemaAt(schema, path, maker.definitions)
    if (path.length === 0) return first.show(own)
    const around = maker.make(schema, 'value')
    const list = path.indexOf(EACH)
    if (list < 0) return setAt(around, path, first.show(own))
    const beside = valueAt(around, path.slice(0, list + 1))
    const listed = items.map((item) => setAt(beside, path.slice(list + 1), item.show(own)))
    return setAt(around, path.slice(0, list), listed)
  }
}

type ItemsShown = readonly [Item, ...Item[]]

function create(granted: Granted, collection: Collection): Outcome {
  const { operation, pathValues } = granted
  const isNamed = makesNamed(granted)
  const isElsewhere = !isNamed && blank(operation.path) !== blank(collection.known.resource.collection)
  const madeAt = isElsewhere ? pathValues.fill(operation.path) : undefined
  const items = allWritten(granted, collection).map(({ whole: values, writable }) => {
    const { idPath } = collection.known
    const named = isNamed ? nameIn(granted) : namedIn(values, collection)
    const said = named ?? asIdentifier(idPath && valueAt(values, idPath))
    const there = said === undefined ? undefined : collection.get(said)
    if (there !== undefined && '409' in operation.responses)
      throw new HttpProblem({ kind: 'conflict', detail: `There is already an item "${said}".` })
    if (there !== undefined) {
      there.write(values, writable)
      return there
    }
    const item = collection.add(values, { madeAt, ...(named !== undefined && { id: named }) })
    item.write(
      {},
      writable.filter((name) => !Object.hasOwn(values, name)),
    )
    return item
  })
  const [item, ...others] = items
  if (item === undefined) throw notThere()
  const path = isNamed
    ? pathValues.fill(operation.path)
    : `${pathValues.fill(collection.known.resource.collection)}/${encodeURIComponent(item.id)}`
  return {
    statuses: [201, 200, 202, 204],
    show: shower(granted, collection, [item, ...others]),
    itemSchema: collection.known.schema,
    events: items.map((each) => eventOf('created', collection, each)),
    ...(path !== undefined && { location: path }),
  }
}

/** What a body calls the item as paths do, where an item has another name for it: "role_id" of what stands at ".../roles/{role_id}". */
function namedIn(values: Readonly<Record<string, unknown>>, { known }: Collection): string | undefined {
  const parameter = snakeCase(known.resource.idParameter ?? '')
  if (!/_(id|uuid)$/.test(parameter)) return undefined
  return asIdentifier(Object.entries(values).find(([name]) => snakeCase(name) === parameter)?.[1])
}

function change(granted: Granted, collection: Collection, item: Item): Outcome {
  item.write(withoutId(written(granted, collection).values, collection, item))
  return {
    statuses: [200, 204, 202],
    show: shower(granted, collection, [item]),
    events: [eventOf('changed', collection, item)],
  }
}

function replace(granted: Granted, collection: Collection): Outcome {
  const { whole: values, writable } = written(granted, collection)
  const there = collection.get(nameIn(granted))
  if (there === undefined && !makesNamed(granted)) throw notThere()
  const item = there ?? collection.add(values, { id: nameIn(granted) })
  item.write(withoutId(values, collection, item), writable)
  const statuses: Outcome['statuses'] = there === undefined ? [201, 200, 204] : [200, 204, 202]
  const events = [eventOf(there === undefined ? 'created' : 'changed', collection, item)]
  return { statuses, show: shower(granted, collection, [item]), events }
}

function remove(granted: Granted, collection: Collection, item: Item): Outcome {
  const { world, pathValues, operation } = granted
  const show = shower(granted, collection, [item])
  collection.delete(item.id)
  const path = pathValues.fill(operation.path)
  if (path !== undefined) world.remove(path.replace(/\/$/, ''))
  return { statuses: [204, 200, 202], show, events: [eventOf('deleted', collection, item)] }
}

/** An action on one item: what its description says of it afterwards, and what its body says that the item has. */
function act(granted: Granted, collection: Collection): Outcome | undefined {
  const { operation, body } = granted
  const { item: path, collection: above } = collection.known.resource
  if (operation.method === 'GET' || path === undefined) return undefined
  const isOnCollection = blank(operation.path) === blank(above)
  const id = isOnCollection
    ? asIdentifier(valueAt(body, collection.known.idPath ?? ['id']))
    : granted.pathValues.templates.find(({ key }) => key === blank(path))?.text
  const item = id === undefined ? undefined : collection.get(id)
  if (isOnCollection && !['PUT', 'PATCH'].includes(operation.method)) return undefined
  if (isOnCollection && id !== undefined && item === undefined && '404' in operation.responses)
    throw notThere()
  if (item === undefined) return undefined
  if (operation.effect !== undefined) item.write(operation.effect.set)
  const shown = shownOf(granted, collection)
  if (shown === undefined) return undefined
  if (shown === 'all' && isObject(body))
    item.write(withoutId(written(granted, collection).values, collection, item))
  const events = [eventOf('changed', collection, item)]
  return { statuses: [200, 202, 201, 204], show: shower(granted, collection, [item]), events }
}

function eventOf(kind: ItemEvent['kind'], { known }: Collection, item: Item): ItemEvent {
  return { kind, resource: known.resource, item }
}

/** Members that an answer has to share with an item to be one. */
const LEAST_SHARED = 0.6

/** How much of an item the success of an action shows: all that matters, or some members and nothing else. */
function shownOf({ operation, world }: Granted, { known }: Collection): 'all' | 'part' | undefined {
  const { definitions } = world.maker
  const found = Object.entries(operation.responses).flatMap(([status, { content = {} }]) => {
    if (!status.startsWith('2')) return []
    return Object.values(content).map(({ schema }) => {
      const path = itemPath(schema, known.names, definitions)
      const properties = path && propertiesOf(schemaAt(schema, path, definitions), definitions)
      const shared = known.names.filter((name) => properties?.has(name)).length
      if (shared === 0) return undefined
      if (shared >= known.names.length * LEAST_SHARED) return 'all'
      return shared === properties?.size ? 'part' : undefined
    })
  })
  return (['all', 'part'] as const).find((each) => found.includes(each))
}

/** What a body says of an item. */
interface Written {
  readonly values: Record<string, unknown>
  /** The same with the defaults of what it does not say. */
  readonly whole: Record<string, unknown>
  /** All that it could have said. */
  readonly writable: readonly string[]
}

/** What a body says of one item. */
function written(granted: Granted, collection: Collection): Written {
  const [first = { values: {}, whole: {}, writable: [] }] = allWritten(granted, collection)
  return first
}

/** What a body says of each item in it: of one alone, in an envelope or not, or of those in a list. */
function allWritten(granted: Granted, collection: Collection): readonly Written[] {
  const { operation, world, body } = granted
  const { definitions } = world.maker
  const content = Object.values(operation.requestBody?.content ?? {})
  const whole = content.find((media) => media.schema !== undefined)?.schema
  const isList = flatSchema(whole, definitions)['type'] === 'array'
  const path = itemPath(whole, collection.known.names, definitions) ?? (isList ? [EACH] : [])
  const schema = schemaAt(whole, path, definitions)
  const list = path.indexOf(EACH)
  const listed = list < 0 ? undefined : valueAt(body, path.slice(0, list))
  const bodies =
    Array.isArray(listed) && listed.length > 0
      ? listed.map((each: unknown) => valueAt(each, path.slice(list + 1)))
      : [valueAt(body, path)]
  return bodies.map((said) => writtenOf(granted, collection, { said, schema }))
}

/** The same of one item, and all that it could have said. What only the server writes is left out. */
function writtenOf(
  { world }: Granted,
  { known }: Collection,
  { said, schema: inner }: { readonly said: unknown; readonly schema: unknown },
): Written {
  const { definitions } = world.maker
  const properties = propertiesOf(inner, definitions)
  const shown = propertiesOf(known.schema, definitions)
  const isReadOnly = (name: string): boolean =>
    flatSchema(shown.get(name), definitions)['readOnly'] === true || name === known.idPath?.[0]
  const takesOthers = properties.size === 0 || flatSchema(inner, definitions)['additionalProperties'] === true
  const values = Object.fromEntries(
    Object.entries(isObject(said) ? said : {})
      .filter(
        ([name, value]) =>
          value !== undefined && (properties.has(name) || (takesOthers && !isReadOnly(name))),
      )
      .map(([name, value]) => [name, withDefaults(value, properties.get(name), definitions)]),
  )
  return {
    values,
    whole: withDefaultMembers(values, inner, definitions),
    writable: [...properties.keys()].filter((name) => name !== known.idPath?.[0]),
  }
}

/** What names an item stays as it is. */
function withoutId(
  values: Record<string, unknown>,
  { known }: Collection,
  { members }: Item,
): Record<string, unknown> {
  const [name, ...rest] = known.idPath ?? []
  if (name !== undefined && rest.length > 0 && isObject(values[name]))
    return { ...values, [name]: setAt(values[name], rest, valueAt(members, [name, ...rest])) }
  return Object.fromEntries(Object.entries(values).filter(([own]) => own !== name))
}
