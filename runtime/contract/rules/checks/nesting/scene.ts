import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { creatorOfItems, operationAt } from '../../../data/document/resource-lookup.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import { type Link, linksOfItems } from '../../../world/requests/members/item-links.ts'
import type { CheckContext } from '../../check.ts'
import {
  findListed,
  listAll,
  type Observation,
  observeItem,
  readItem,
  readsPartOf,
} from '../../evidence/observe.ts'
import { itemWith } from '../../evidence/own-item.ts'

/** Maximum number of kinds of items below an item, and of its parts, that are looked at. */
const MOST_KINDS = 2
/** Maximum number of kinds of items that refer to the item. */
const MOST_REFERRING = 1
/** Number of items of each kind below the item: with fewer, a count is often right by chance. */
const CHILDREN = 2

/** An item with items below it or referring to it. A tour takes it from situation to situation. */
export interface Scene {
  readonly context: CheckContext
  readonly item: Item
  readonly children: readonly Child[]
  /** Operations that read parts of the item, such as the content of a file. */
  readonly parts: readonly OperationDescriptor[]
}

/** An item below the item of a scene, or with a reference to it. */
export interface Child {
  readonly create: OperationDescriptor
  readonly item: Item
}

/** Everything that shows the item, and what is below it, at one time. */
export interface SceneLook {
  readonly seen: Observation | undefined
  /** The entry in the list of the item. */
  readonly entry: Observation | undefined
  readonly below: ReadonlyMap<Child, ChildViews>
  readonly parts: ReadonlyMap<OperationDescriptor, Answer>
}

export interface ChildViews {
  readonly seen: Observation | undefined
  readonly entry: Observation | undefined
}

/** How items below an item, or items that refer to it, are made. */
interface Making {
  readonly create: OperationDescriptor
  make(context: CheckContext, item: Item): Promise<Item | undefined>
}

/** True if the run can make items that depend on a resource's items, or if these have parts. */
export function hasDependents(document: DocumentDescriptor, resource: ResourceDescriptor): boolean {
  return makingsOf(document, resource).length + partsOf(document, resource).length > 0
}

/** The ways to make items that depend on a resource's items: below them first, then with a reference. */
function makingsOf(document: DocumentDescriptor, resource: ResourceDescriptor): readonly Making[] {
  const { name, item } = resource
  const below = document.resources
    .filter(({ parent, operations: { list, read } }) => parent?.name === name && (list ?? read) !== undefined)
    .flatMap((one) => creatorOfItems(document, one) ?? [])
    .filter(({ path }) => item !== undefined && path.startsWith(`${item}/`))
  const referring = document.operations
    .flatMap((operation) => linksOfItems(operation, document))
    .filter(({ to, create }) => to.name === name && !below.includes(create))
  return [
    ...below.slice(0, MOST_KINDS).map((create) => ({
      create,
      make: (context: CheckContext, parent: Item) => childOf(context, create, parent),
    })),
    ...referring.slice(0, MOST_REFERRING).map((link) => ({
      create: link.create,
      make: (context: CheckContext, target: Item) => referringTo(context, link, target),
    })),
  ]
}

/** Creates an item that refers to another one. */
async function referringTo(
  context: CheckContext,
  { create, member, write }: Link,
  target: Item,
): Promise<Item | undefined> {
  const id = boundItemName(target)
  if (id === undefined) return undefined
  const binding = await context.pool.bindings.around(create, target.binding)
  return itemWith(context, create, { binding, values: () => ({ [member]: write(id) }) })
}

/** The operations that read parts of a resource's items, and lists below them to which nothing is added. */
function partsOf(document: DocumentDescriptor, resource: ResourceDescriptor): readonly OperationDescriptor[] {
  return document.operations
    .filter(
      (operation) =>
        readsPartOf(operation, resource) &&
        operationAt(document, { method: 'POST', path: operation.path }) === undefined,
    )
    .slice(0, MOST_KINDS)
}

/** Creates an item with items below it. @throws NotRun if the item cannot be created. */
export async function newScene(context: CheckContext, resource: ResourceDescriptor): Promise<Scene> {
  const { document, pool } = context
  const item = await pool.items.create(resource)
  const children: Child[] = []
  for (const { create, make } of makingsOf(document, resource))
    for (let number = 1; number <= CHILDREN; number++) {
      const child = await resultIfRun(() => make(context, item))
      // A relation to what is related already creates nothing.
      const isThere = children.some(({ item }) => isSameItem(item, child))
      if (child === undefined || isThere) break
      children.push({ create, item: child })
    }
  return { context, item, children, parts: partsOf(document, resource) }
}

function isSameItem(one: Item, other: Item | undefined): boolean {
  return one.resource === other?.resource && boundItemName(one) === boundItemName(other)
}

/** Creates an item below a parent. */
export async function childOf(
  context: CheckContext,
  create: OperationDescriptor,
  parent: Item,
): Promise<Item | undefined> {
  const binding = await context.pool.bindings.around(create, parent.binding)
  return (await context.call(create, { at: { binding }, expecting: 'success' })).created
}

/** Looks at the item, at its entry in the list, at its parts, and at the items below it. */
export async function lookAround({ context, item, children, parts }: Scene): Promise<SceneLook> {
  const seen = await resultIfRun(() => observeItem(context, item))
  const list = await resultIfRun(() => listAll(context, item))
  const below = await lookBelow(context, children)
  const answers = new Map<OperationDescriptor, Answer>()
  for (const by of parts) {
    const answer = await readPart(context, by, item)
    if (answer !== undefined) answers.set(by, answer)
  }
  return { seen, entry: list && findListed(list, item), below, parts: answers }
}

/** Reads the first item of each kind alone, and all of them in their list. */
async function lookBelow(context: CheckContext, children: readonly Child[]) {
  const below = new Map<Child, ChildViews>()
  for (const [, [first, ...others]] of Map.groupBy(children, ({ create }) => create)) {
    if (first === undefined) continue
    const seen = await resultIfRun(() => readItem(context, first.item))
    const list = await resultIfRun(() => listAll(context, first.item))
    below.set(first, { seen, entry: list && findListed(list, first.item) })
    for (const other of others)
      below.set(other, { seen: undefined, entry: list && findListed(list, other.item) })
  }
  return below
}

async function readPart(
  context: CheckContext,
  by: OperationDescriptor,
  { binding }: Item,
): Promise<Answer | undefined> {
  const { requests, bindings } = context.pool
  return resultIfRun(async () => context.read(requests.best(by, await bindings.around(by, binding))))
}
