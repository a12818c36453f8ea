import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import { countsAbove, countsOfSomeAbove } from '../../../data/document/counts.ts'
import { bodyOfMembers } from '../../../data/document/json-body.ts'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { plainName } from '../../../lexicon/lexicon.ts'
import type { Item } from '../../../world/items/item.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { isSameToClients, ownedByClients } from '../../evidence/client-members.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import type { Observation } from '../../evidence/observe.ts'
import { rules } from './rules.ts'
import type { Child, Scene, SceneLook } from './scene.ts'
import type { Situation } from './situations.ts'

/** A situation that an item has entered, with what was seen before and after that. */
export interface Visit {
  readonly scene: Scene
  readonly situation: Situation
  readonly before: SceneLook
  readonly after: SceneLook
  /** The items below the item that the tour has not removed. */
  readonly left: readonly Child[]
}

export type Breach = Pick<KnownViolation, 'answer' | 'breaks' | 'fact' | 'beside'>

/** The invariants of every situation. */
export const invariants: readonly ((visit: Visit) => readonly Breach[])[] = [
  belowStays,
  belowIsListed,
  partsStay,
  countsFollow,
]

/** Checks that a change of the item leaves the items below it as they were. */
function belowStays({ scene, situation, before, after, left }: Visit): readonly Breach[] {
  const { context, item } = scene
  if (!situation.isPlain || after.seen?.value === undefined) return []
  for (const child of left) {
    if (isWithParent(context.document, situation.operation, child.create)) continue
    for (const view of ['seen', 'entry'] as const) {
      const [old, now] = [before.below.get(child)?.[view], after.below.get(child)?.[view]]
      if (old?.value === undefined || now === undefined) continue
      if (now.value === undefined && situation.removes !== undefined)
        return [goneWithAnother(situation, now, child)]
      const received =
        now.value === undefined
          ? 'a response without the item'
          : changedMember({ context, parent: item, child: child.item }, old.value, now)
      if (received !== undefined) return [changedWithParent(situation, now, received)]
    }
  }
  return []
}

/** Checks that each item below is both readable and listed, or neither. */
function belowIsListed({ scene, situation, after, before, left }: Visit): readonly Breach[] {
  for (const child of left) {
    // A list elsewhere can leave out items because of the state of what they refer to.
    if (!situation.isPlain && !isBelow(scene, child)) continue
    const [old, { seen, entry } = {}] = [before.below.get(child), after.below.get(child)]
    if (old?.entry?.value === undefined || old.seen?.value === undefined) continue
    if (seen === undefined || entry === undefined) continue
    if (seen.value !== undefined && entry.value === undefined)
      return [changedWithParent(situation, entry, 'a list without the item, which can be read')]
    if (seen.value === undefined && isAbsence(seen.answer) && entry.value !== undefined)
      return [changedWithParent(situation, seen, 'no item, although the list shows it')]
  }
  return []
}

function isBelow({ item }: Scene, { create }: Child): boolean {
  return create.path.startsWith(`${item.resource.item}/`)
}

/** Checks that a part that could be read can still be read after a change, and that lists do not shrink. */
function partsStay({ situation, before, after }: Visit): readonly Breach[] {
  if (!situation.isPlain || after.seen?.value === undefined) return []
  for (const [by, answer] of after.parts) {
    const old: Answer | undefined = before.parts.get(by)
    if (old === undefined || !isSuccess(old)) continue
    const { operationId: operation } = situation.operation
    if (!isSuccess(answer))
      return [{ answer, breaks: rules.kept, fact: { kind: 'part gone', by: by.operationId, operation } }]
    const [had, has] = [old, answer].map((one) => itemsInAnswer(by, one.value)?.length)
    if (by.list === undefined || had === undefined || has === undefined || has >= had) continue
    if (situation.removes === undefined)
      return [changedWithParent(situation, { by, answer, value: undefined }, `${has} of ${had} items`)]
  }
  return []
}

/** Checks that a number of items below follows them, in the item and in its list. */
function countsFollow({ scene, situation, before, after, left }: Visit): readonly Breach[] {
  const [child] = scene.children
  const kinds = new Set(scene.children.map(({ create }) => create))
  if (!situation.isPlain || child === undefined || kinds.size > 1) return []
  const now = left.length
  const had = now + (situation.removes === undefined ? 0 : 1)
  const { document } = scene.context
  const { resource } = child.item
  // A number that is equal to that of all items counts each of them, whichever it counts.
  const numbers = [...countsAbove(document, resource), ...countsOfSomeAbove(document, resource)]
  for (const { path } of numbers)
    for (const view of ['seen', 'entry'] as const) {
      const [old, seen] = [before[view], after[view]]
      // Fewer items than two are often counted right by chance.
      if (seen === undefined || had < 2 || valueAt(old?.value, path) !== had) continue
      const received = valueAt(seen.value, path)
      if (typeof received !== 'number' || received === now) continue
      const { operationId: operation } = situation.operation
      const fact: Fact = {
        ...{ kind: 'count differs', member: path.join('.'), operation },
        by: resource.operations.list ?? seen.by.operationId,
        ...{ before: had, wanted: now, received: String(received) },
      }
      return [{ answer: seen.answer, breaks: rules.kept, fact }]
    }
  return []
}

function goneWithAnother({ operation }: Situation, { by, answer }: Observation, { item }: Child): Breach {
  const ids = [boundItemName(item) ?? '']
  const fact: Fact = { kind: 'others gone', by: by.operationId, operation: operation.operationId, ids }
  return { answer, breaks: rules.kept, fact }
}

function changedWithParent({ operation }: Situation, { by, answer }: Observation, received: string): Breach {
  const fact: Fact = {
    ...{ kind: 'changed with parent', operation: operation.operationId, by: by.operationId },
    received,
  }
  return { answer, breaks: rules.kept, fact }
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

interface Family {
  readonly context: CheckContext
  readonly parent: Item
  readonly child: Item
}

/** Finds a property that clients own and that changed, unless the child had it from its parent. */
function changedMember(
  { context, parent, child }: Family,
  old: unknown,
  { value: now, answer }: Observation,
): string | undefined {
  if (!isObject(old) || !isObject(now)) return undefined
  const name = ownedByClients(context, child.resource).find(
    (own) =>
      Object.hasOwn(old, own) &&
      !isSameToClients(old[own], now[own], answer) &&
      !isSameAsKept(old[own], memberOf(parent.value, own)) &&
      !containsTextOf(parent, old[own]),
  )
  return name === undefined ? undefined : `"${name}": ${shownFieldText(now[name])}`
}

/** Minimum length of a text that another one does not contain by chance. */
const LEAST_TEXT = 4

function containsTextOf({ value: parent }: Item, value: unknown): boolean {
  const texts = Object.values(isObject(parent) ? parent : {}).filter((own) => typeof own === 'string')
  return typeof value === 'string' && texts.some((text) => text.length >= LEAST_TEXT && value.includes(text))
}
