import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { nameInPath, pathTemplates } from '../../../data/document/path-binding.ts'
import { creatorOfItems, operationAt, operationById } from '../../../data/document/resource-lookup.ts'
import { isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import {
  NotRun,
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictUntilFaulty,
} from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { Check, CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { isObservedItem, type Observation, requestItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

/** Items belong to the parent below which they were created. */
export const nesting: Check = {
  code: 'nesting',
  description:
    'The run creates an item below each of two parents. The list below one shows only its own, and when that parent is removed, its item is gone as well.',
  assertions: Object.values(rules),
  example:
    '`GET /pets/7/toys` shows the toys of all pets, or `GET /toys/3` still shows a toy of a removed pet.',
  fix: 'Filter lists by the parent in the path, and delete a parent and its items in one transaction.',
  applies: (operation, document) => parentOf(operation, document) !== undefined,
  title: () => 'a created item belongs to its parent alone',
  async run(context, operation) {
    const parent = parentOf(operation, context.document)
    if (parent === undefined || !context.asks(rules.list, rules.removed)) return nothingCompared()
    const family = await familyOf(context, operation, parent)
    return verdictUntilFaulty([() => checkList(family), () => checkRemoved(family)])
  },
}

/** The resource below whose items a create makes others. */
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

interface Family {
  readonly context: CheckContext
  readonly create: OperationDescriptor
  readonly parent: Item
  readonly child: Item
  /** A child of another parent. */
  readonly other: Item
}

/** A new parent with a child, and the shared child of another parent. */
async function familyOf(
  context: CheckContext,
  create: OperationDescriptor,
  resource: ResourceDescriptor,
): Promise<Family> {
  const { items, bindings } = context.pool
  const other = await items.shared(context.pool.resourceFor(create))
  const parent = await items.create(resource)
  const binding = await bindings.around(create, parent.binding)
  const { created: child } = await context.call(create, { at: { binding }, expecting: 'success' })
  if (child === undefined) throw new NotRun({ kind: 'no identifier', operation: create.operationId })
  return { context, create, parent, child, other }
}

/** A member by which both children name their own parents: the same member, with the ids in their paths. */
function memberWithParent({ create, parent, child, other }: Family): string | undefined {
  const key = pathTemplates(create.path).at(-1)?.key ?? ''
  const [own, elsewhere] = [nameInPath(parent), other.binding.get(key)?.text]
  const { value: theirs } = other
  if (own === undefined || own === elsewhere || !isObject(child.value) || !isObject(theirs)) return undefined
  return Object.entries(child.value).find(
    ([name, value]) => String(value) === own && String(theirs[name]) === elsewhere,
  )?.[0]
}

async function checkList(family: Family): Promise<Verdict> {
  const { context, create, parent, child, other } = family
  const list = operationAt(context.document, { method: 'GET', path: create.path })
  const member = memberWithParent(family)
  if (list?.list === undefined || member === undefined || !context.asks(rules.list)) return nothingCompared()
  const walk = await resultIfRun(async () => new Collection(context, list, { binding: child.binding }).walk())
  const foreign = isObject(other.value) ? other.value[member] : undefined
  const page = walk?.pages.find(({ items }) =>
    items.some((item) => isObject(item) && item[member] === foreign),
  )
  if (page === undefined) return walk === undefined ? nothingCompared() : []
  return [
    context.finding({
      ...{ operation: list, answer: page.answer, breaks: rules.list },
      clause: pointerBelow(list.pointer, 'responses'),
      fact: {
        kind: 'lists what is elsewhere',
        member,
        own: nameInPath(parent) ?? '',
        received: String(foreign),
      },
    }),
  ]
}

/**
 * A child with a path below its parent's path is gone with the parent. A child with another path can stay
 * if it no longer names its parent.
 */
async function checkRemoved(family: Family): Promise<Verdict> {
  const { context, parent } = family
  const remove = operationById(context.document, parent.resource.operations.delete)
  if (remove === undefined || remove.keepsOthers === true || !context.asks(rules.removed))
    return nothingCompared()
  const { answer } = await context.attempt(remove, { expecting: 'either', at: asFixture(parent) })
  if (!isSuccess(answer)) return nothingCompared()
  const gone = await requestItem(context, parent)
  if (gone === undefined || !isAbsence(gone.answer)) return nothingCompared()
  const seen = await lookAfter(family)
  if (seen === undefined || !seen.isShown) return seen === undefined ? nothingCompared() : []
  const { by, answer: shown } = seen
  return [
    context.finding({
      ...{ operation: remove, answer: shown, breaks: rules.removed, beside: [gone.answer] },
      ...{ clause: remove.pointer, expecting: 'refusal' },
      fact: { kind: 'outlives parent', by: by.operationId, operation: remove.operationId },
    }),
  ]
}

interface Look extends Pick<Observation, 'by' | 'answer'> {
  /** True if it still shows the child as one of its parent. */
  readonly isShown: boolean
}

/** Looks for the child through its read operation or, failing that, in the list below its parent. */
async function lookAfter(family: Family): Promise<Look | undefined> {
  const { context, create, parent, child } = family
  const member = memberWithParent(family)
  const isNaming = (value: unknown): boolean =>
    member !== undefined && isObject(value) && String(value[member]) === nameInPath(parent)
  const read = await requestItem(context, child)
  if (read !== undefined) {
    const isBelow = child.resource.item?.startsWith(`${parent.resource.item}/`) === true
    return { ...read, isShown: isSuccess(read.answer) && (isBelow || isNaming(read.answer.value)) }
  }
  const by = operationAt(context.document, { method: 'GET', path: create.path })
  if (by?.list === undefined) return undefined
  const answer = await context.read(context.pool.requests.best(by, child.binding))
  const listed = isSuccess(answer) ? (itemsInAnswer(by, answer.value) ?? []) : []
  return { by, answer, isShown: listed.some((item) => isObservedItem(child, item)) }
}
