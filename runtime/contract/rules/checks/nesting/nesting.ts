import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { boundItemName, pathTemplates } from '../../../data/document/path-binding.ts'
import { creatorOfItems, operationAt, operationById } from '../../../data/document/resource-lookup.ts'
import { isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import {
  allVerdicts,
  nothingCompared,
  resultIfRun,
  resultOrNotRun,
  type Verdict,
  verdictUntilFaulty,
} from '../../../data/outcome/not-run.ts'
import { isThisItem } from '../../../world/items/identity/same-item.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { Check, CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { type Observation, requestItem } from '../../evidence/observe.ts'
import { checkFiltered } from './filtered.ts'
import { rules } from './rules.ts'
import { childOf } from './scene.ts'
import { checkTour, touredBy } from './tour.ts'

/** Items belong to the parent below which they were created. */
export const nesting: Check = {
  code: 'nesting',
  description:
    'The run creates an item below one of two parents. The list below the other does not show it. When a parent is removed, the item that was created below it is gone as well, or no longer refers to it. The run also changes a parent, applies actions to it and removes one of the items below it. The other items stay, and counts of them are right.',
  assertions: Object.values(rules),
  example: '`GET /pets/7/toys` shows the toys of all pets.',
  fix: 'Filter by the parent in the path. Remove items with their parent.',
  applies: (operation, document) => {
    const parent = parentOf(operation, document)
    const isBelow =
      parent !== undefined &&
      (listBelow(operation, document) !== undefined || removalOf(parent, document) !== undefined)
    return isBelow || touredBy(operation, document) !== undefined
  },
  title: ({ resource }) =>
    resource?.role === 'create'
      ? 'a created item belongs to its parent alone'
      : 'an item keeps what is below it in every situation',
  async run(context, create) {
    const { document } = context
    const toured = touredBy(create, document)
    const ofTour = toured && (await resultOrNotRun(() => checkTour(context, toured)))
    const above = parentOf(create, document)
    if (above === undefined || !context.asks(rules.list, rules.filtered, rules.removed, rules.others))
      return ofTour ?? nothingCompared()
    const ofParents = await resultOrNotRun(() => checkParents(context, create, above))
    return ofTour === undefined ? ofParents : allVerdicts([ofParents, ofTour])
  },
}

async function checkParents(
  context: CheckContext,
  create: OperationDescriptor,
  above: ResourceDescriptor,
): Promise<Verdict> {
  const other = await context.pool.items.shared(context.pool.resourceFor(create))
  const parent = await newParent(context, above)
  const family = { context, create, parent, other }
  return verdictUntilFaulty([() => checkList(family), () => checkFiltered(family), () => checkChild(family)])
}

/** The parent resource of the items that a create makes; `undefined` if the run cannot create parents. */
function parentOf(
  { path, resource }: OperationDescriptor,
  document: DocumentDescriptor,
): ResourceDescriptor | undefined {
  const key = pathTemplates(path).at(-1)?.key
  const parent = document.resources.find(
    ({ item }) => item !== undefined && pathTemplates(item).at(-1)?.key === key,
  )
  const isBelow = key !== undefined && resource?.role === 'create' && parent?.name !== resource.name
  return isBelow && creatorOfItems(document, parent) !== undefined ? parent : undefined
}

/** The list of the items that a create makes. */
function listBelow({ path }: OperationDescriptor, document: DocumentDescriptor) {
  const list = operationAt(document, { method: 'GET', path })
  return list?.list === undefined ? undefined : list
}

/** The operation that removes a parent with its items. */
function removalOf({ operations }: ResourceDescriptor, document: DocumentDescriptor) {
  const remove = operationById(document, operations.delete)
  return remove?.keepsOthers === true ? undefined : remove
}

/** New parents, by resource. All creates below a resource share one parent until it is removed. */
const newParents = () => new Map<string, Promise<Item>>()

function newParent({ pool, state }: CheckContext, resource: ResourceDescriptor): Promise<Item> {
  const parents = state.of(newParents)
  const parent = parents.get(resource.name) ?? pool.items.create(resource)
  parents.set(resource.name, parent)
  return parent
}

interface Family {
  readonly context: CheckContext
  readonly create: OperationDescriptor
  /** A new parent. */
  readonly parent: Item
  /** A child of another parent. The run created the child. */
  readonly other: Item
}

async function checkList({ context, create, parent, other }: Family): Promise<Verdict> {
  const list = listBelow(create, context.document)
  const own = boundItemName(parent)
  const theirs = other.binding.get(pathTemplates(create.path).at(-1)?.key ?? '')?.text
  const id = itemIdOf(other.resource, other.value)
  if (list === undefined || own === undefined || own === theirs || id === undefined) return nothingCompared()
  if (!context.asks(rules.list)) return nothingCompared()
  const binding = await context.pool.bindings.around(create, parent.binding)
  const walk = await resultIfRun(() => new Collection(context, list, { binding }).walk())
  const page = walk?.pages.find(({ items }) => items.some((item) => isSameItem(other, item)))
  if (page === undefined) return walk === undefined ? nothingCompared() : []
  return [
    context.finding({
      ...{ operation: list, answer: page.answer, breaks: rules.list },
      clause: pointerBelow(list.pointer, 'responses'),
      fact: { kind: 'lists from elsewhere', own, theirs: theirs ?? 'another parent', id },
    }),
  ]
}

/**
 * True if a listed item has the name of an item and, as far as it shows them, its values. Names may be unique
 * only below a parent.
 */
function isSameItem(item: Item, listed: unknown): boolean {
  if (!isThisItem(item, listed) || !isObject(item.value) || !isObject(listed)) return false
  return Object.entries(item.value).every(
    ([name, value]) => !Object.hasOwn(listed, name) || isSameAsKept(value, listed[name]),
  )
}

/** Removes the parent of a child. */
async function checkChild(family: Family): Promise<Verdict> {
  const { context, create, parent } = family
  const remove = removalOf(parent.resource, context.document)
  if (remove === undefined || !context.asks(rules.removed, rules.others)) return nothingCompared()
  const child = await childOf(context, create, parent)
  return child === undefined ? nothingCompared() : checkRemoved(family, { child, remove })
}

/**
 * Removes the parent with a child. The child must be gone with it, and a child of another parent must stay.
 */
async function checkRemoved(family: Family, { child, remove }: Removed): Promise<Verdict> {
  const { context, parent } = family
  if (!context.asks(rules.removed, rules.others)) return nothingCompared()
  context.state.of(newParents).delete(parent.resource.name)
  const removal = await removeBeside(family, remove)
  if (removal === undefined) return nothingCompared()
  return allVerdicts([
    context.asks(rules.removed) ? await checkGone(family, { child, remove }) : nothingCompared(),
    context.asks(rules.others) ? await checkOthers(family, { removal, remove }) : nothingCompared(),
  ])
}

interface Removed {
  readonly child: Item
  readonly remove: OperationDescriptor
}

/**
 * Checks that a child with a path below its parent's path is gone with the parent. A child with another path
 * can stay if it no longer names its parent.
 */
async function checkGone(family: Family, { child, remove }: Removed): Promise<Verdict> {
  const { context, parent } = family
  const seen = await lookAt(family, child)
  if (seen === undefined || !seen.isShown) return seen === undefined ? nothingCompared() : []
  const isBelow = child.resource.item?.startsWith(`${parent.resource.item}/`) === true
  const own = boundItemName(parent)
  if (seen.by.list === undefined && !isBelow && !namesParent(child, { own, shown: seen.answer.value }))
    return []
  const gone = await requestItem(context, parent)
  if (gone === undefined || !isAbsence(gone.answer)) return nothingCompared()
  const { by, answer: shown } = seen
  return [
    context.finding({
      ...{ operation: remove, answer: shown, breaks: rules.removed, beside: [gone.answer] },
      ...{ clause: remove.pointer, expecting: 'refusal' },
      fact: { kind: 'outlives parent', by: by.operationId, operation: remove.operationId },
    }),
  ]
}

interface Removal {
  /** The child of the other parent before the removal; `undefined` if nothing shows it. */
  readonly before: Look | undefined
  readonly after: Look | undefined
}

/**
 * Removes a parent, and looks at the child of another one before and after that.
 * @returns `undefined` if the server rejects the removal.
 */
async function removeBeside(family: Family, remove: OperationDescriptor): Promise<Removal | undefined> {
  const { context, create, parent, other } = family
  const isOther =
    other.binding.get(pathTemplates(create.path).at(-1)?.key ?? '')?.text !== boundItemName(parent)
  const look = () => (isOther && context.asks(rules.others) ? lookAt(family, other) : undefined)
  const before = await look()
  const { answer } = await context.attempt(remove, { expecting: 'either', at: asFixture(parent) })
  return isSuccess(answer) ? { before, after: await look() } : undefined
}

/** Checks that a child of another parent is still there. It may have expired, so its loss must recur. */
async function checkOthers(
  family: Family,
  { removal, remove }: { readonly removal: Removal; readonly remove: OperationDescriptor },
): Promise<Verdict> {
  const { context, parent, other } = family
  const { pool, budget } = context
  const isLost = ({ before, after }: Removal): boolean => before?.isShown === true && after?.isGone === true
  if (removal.before?.isShown !== true || removal.after === undefined) return nothingCompared()
  if (!isLost(removal)) return []
  const again = await budget.makeSure(async () => {
    const next = {
      parent: await pool.items.create(parent.resource),
      other: await pool.items.create(other.resource),
    }
    return removeBeside({ ...family, ...next }, remove)
  })
  if (again?.after === undefined || !isLost(again)) return []
  const { by, answer } = again.after
  return [
    context.finding({
      ...{ operation: remove, answer, breaks: rules.others, clause: remove.pointer, expecting: 'success' },
      fact: { kind: 'gone with another parent', by: by.operationId, operation: remove.operationId },
    }),
  ]
}

interface Look extends Pick<Observation, 'by' | 'answer'> {
  /** True if the response shows the child. */
  readonly isShown: boolean
  /** True if the response says that there is no such child. */
  readonly isGone: boolean
}

/** Looks for a child through its read operation or, failing that, in the list below its parent. */
async function lookAt({ context, create }: Family, child: Item): Promise<Look | undefined> {
  const read = await requestItem(context, child)
  if (read !== undefined) return { ...read, isShown: isSuccess(read.answer), isGone: isAbsence(read.answer) }
  const by = listBelow(create, context.document)
  if (by === undefined) return undefined
  const answer = await context.read(context.pool.requests.best(by, child.binding))
  const listed = isSuccess(answer) ? itemsInAnswer(by, answer.value) : undefined
  const isShown = listed?.some((item) => isThisItem(child, item)) === true
  return { by, answer, isShown, isGone: listed !== undefined && !isShown }
}

/** True if a child names its parent in the same property as when it was created. */
function namesParent(
  { value }: Item,
  { own, shown }: { readonly own: string | undefined; readonly shown: unknown },
): boolean {
  if (own === undefined || !isObject(value) || !isObject(shown)) return false
  return Object.entries(value).some(([name, was]) => String(was) === own && String(shown[name]) === own)
}
