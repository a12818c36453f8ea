import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { bodyOfMembers } from '../../../data/document/json-body.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { plainName } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { changeOfTexts } from '../../evidence/above.ts'
import { isSameToClients, ownedByClients } from '../../evidence/client-members.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { type Observation, observeItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

interface Below {
  readonly context: CheckContext
  readonly create: OperationDescriptor
  readonly parent: Item
  readonly child: Item
}

/** The effect of a parent's change on an item below it. */
interface Effect {
  readonly after: Observation
  /** Absent if the item stayed as it was. */
  readonly received?: string
}

/** Checks that a change of a parent's texts leaves an item below it as it was. */
export async function checkKept(below: Below): Promise<Verdict> {
  const { context, create, parent, child } = below
  const { update: change, replace } = parent.resource.operations
  const update = operationById(context.document, change ?? replace)
  if (update === undefined || !context.asks(rules.kept)) return nothingCompared()
  if (isWithParent(context.document, update, create)) return nothingCompared()
  const first = await resultIfRun(() => changeParent(below, update, child.value))
  if (first?.received === undefined) return first === undefined ? nothingCompared() : []
  // An item can also expire or be removed by another client, so its loss must recur.
  const again = await context.budget.makeSure(() =>
    resultIfRun(async () => {
      const another = await context.pool.items.create(parent.resource)
      const next = await childOf(context, create, another)
      const seen = next && (await observeItem(context, next))
      return seen && changeParent({ ...below, parent: another, child: next }, update, seen.value)
    }),
  )
  if (again?.received === undefined) return []
  const { by, answer } = again.after
  const fact: Fact = {
    ...{ kind: 'changed with parent', operation: update.operationId, by: by.operationId },
    received: again.received,
  }
  return [context.finding({ operation: update, answer, breaks: rules.kept, clause: update.pointer, fact })]
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

/** True if the body of a change contains the items below, so that it can also change these. */
function isWithParent(
  document: DocumentDescriptor,
  update: OperationDescriptor,
  { path }: OperationDescriptor,
): boolean {
  const { properties } = schemaIn(document, bodyOfMembers(update)?.schema)
  const below = plainName(path.slice(path.lastIndexOf('/')))
  return [...properties.keys()].some((name) => plainName(name).includes(below))
}

/** @returns `undefined` if the parent has no texts, or if the server rejects the change. */
async function changeParent(
  { context, parent, child }: Below,
  update: OperationDescriptor,
  old: unknown,
): Promise<Effect | undefined> {
  const sending = changeOfTexts(context, update, parent)
  if (sending === undefined) return undefined
  const change = { expecting: 'either', at: asFixture(parent), sending } as const
  const { answer } = await context.attempt(update, change)
  if (!isSuccess(answer)) return undefined
  const after = await observeItem(context, child)
  if (after.value === undefined) {
    // A new name can give the parent, and what is below it, another path.
    const above = await observeItem(context, parent)
    return above.value === undefined ? undefined : { after, received: 'a response without the item' }
  }
  const member = changedMember({ context, parent, child }, old, after)
  return { after, ...member }
}

/** Finds a property that clients own and that changed, unless the child had it from its parent. */
function changedMember(
  { context, parent, child }: Omit<Below, 'create'>,
  old: unknown,
  { value: now, answer }: Observation,
): { readonly received: string } | undefined {
  if (!isObject(old) || !isObject(now)) return undefined
  const name = ownedByClients(context, child.resource).find(
    (own) =>
      Object.hasOwn(old, own) &&
      !isSameToClients(old[own], now[own], answer) &&
      !isSameAsKept(old[own], memberOf(parent.value, own)) &&
      !containsTextOf(parent, old[own]),
  )
  return name === undefined ? undefined : { received: `"${name}": ${shownFieldText(now[name])}` }
}

/** Minimum length of a text that another one does not contain by chance. */
const LEAST_TEXT = 4

function containsTextOf({ value: parent }: Item, value: unknown): boolean {
  const texts = Object.values(isObject(parent) ? parent : {}).filter((own) => typeof own === 'string')
  return typeof value === 'string' && texts.some((text) => text.length >= LEAST_TEXT && value.includes(text))
}
